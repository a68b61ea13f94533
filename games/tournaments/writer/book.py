"""A tournament under lock, what happens to it, and the acts that record it."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from games.accounts.models import Player
from games.tournaments import acts, terms
from games.tournaments.acts import Role, State
from games.tournaments.models import Act, Stage, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.terms import Terms

PERMISSION = "games.direct_tournament"
BACKEND = "django.contrib.auth.backends.ModelBackend"  # where permissions are kept
ENDED = (State.FINISHED, State.CANCELLED)


class Book:
    """A locked tournament.  `by` is who acts, None for the system; `now` in epoch ms."""

    def __init__(self, tournament: Tournament, by: Player | None, now: int) -> None:
        self.tournament, self.by, self.now = tournament, by, now
        self.state = State(tournament.state)
        self.acts: list[Act] = []
        self.due_ms = tournament.due_ms
        self.is_quiet = False  # nothing happened that anybody would see

    @cached_property
    def terms(self) -> Terms:
        return terms.resolve(self.tournament.terms)

    @cached_property
    def is_director(self) -> bool:
        return self.by is not None and is_director(self.by)

    @property
    def stage(self) -> Stage | None:
        """The last one that has begun."""
        return self.tournament.last_stage()

    def verify(self, name: str, role: Role, reason: str = "") -> State:
        """May this be done now?  The state it leads to.  Raises Refused."""
        try:
            return acts.verify(
                name,
                self.state,
                role,
                reason,
                has_checkin=self.terms.checkin_min is not None,
                since_ms=self.now - self.tournament.state_ms,
            )
        except acts.Refused as refused:
            raise Refused.of(refused) from None

    def act(
        self, name: str, args: dict[str, Any], *, role: Role | None = None, reason: str = ""
    ) -> Act:
        """Append it to the log, if it may be done now.  Raises Refused."""
        t = self.tournament
        role = role or self.role()
        reason = " ".join(reason.split())
        to = self.verify(name, role, reason)
        t.revision += 1
        act = Act(
            tournament=t,
            number=t.revision,
            at_ms=self.now,
            player=self.by if role != Role.SYSTEM else None,
            role=role,
            act=name,
            args=args,
            reason=reason,
        )
        act.hash = t.last_hash = acts.next_hash(t.last_hash, act.as_json())
        if to != self.state:
            self.enter(to)
        if role == Role.DIRECTOR:
            t.question = ""  # they have decided
        self.acts.append(act)
        return act

    def role(self) -> Role:
        """As what somebody acts who acts for nobody else."""
        if self.by is None:
            return Role.SYSTEM
        return Role.DIRECTOR if self.is_director else Role.ENTRANT

    def enter(self, state: State) -> None:
        """The tournament comes into another state."""
        t = self.tournament
        self.state, t.state, t.state_ms = state, state, self.now
        t.pending_draw = None
        t.ended_ms = self.now if state in ENDED else None

    def verify_fresh(self, args: dict[str, Any], revision: int | None) -> None:
        """The page that asks was made at this revision: has anything happened since that touches
        the same round or entrant?  Raises Refused."""
        if revision is None:
            return
        since = self.tournament.acts.since(revision).values("act", "args")
        try:
            acts.verify_fresh(args, since)
        except acts.Refused as refused:
            raise Refused.of(refused) from None

    def own(self, seated: Collection[int]) -> dict[str, Any]:
        """What the log says if the director sits at this table and is the only one; `seated` are
        players.  Raises Refused if there is another (1.5)."""
        if self.by is None or self.by.pk not in seated:
            return {}
        try:
            return {"own": True} if acts.is_own(self.by.pk, seated, directors()) else {}
        except acts.Refused as refused:
            raise Refused.of(refused) from None


def directors() -> set[int]:
    """The players who may direct tournaments."""
    found = Player.objects.with_perm(PERMISSION, backend=BACKEND).filter(is_staff=True)
    return set(found.values_list("pk", flat=True))


def is_director(player: Player) -> bool:
    """May this player direct tournaments?"""
    return player.is_staff and player.has_perm(PERMISSION)
