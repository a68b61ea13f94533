"""A locked tournament, and the acts that record what happens to it."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from games.accounts.models import Player
from games.tournaments import acts, terms
from games.tournaments.acts import ENDED, Role, State
from games.tournaments.directors import directors_of, may_direct
from games.tournaments.log import Act
from games.tournaments.models import Stage, Tournament
from games.tournaments.terms import Terms


class Ledger:
    """A locked tournament.  `by` is the acting player, None for the system; `now` in epoch ms;
    `reason` and `revision` as in `Order`."""

    def __init__(
        self,
        tournament: Tournament,
        by: Player | None,
        now: int,
        reason: str = "",
        revision: int | None = None,
    ) -> None:
        self.tournament, self.by, self.now = tournament, by, now
        self.reason, self.revision = " ".join(reason.split()), revision
        self.state = State(tournament.state)
        self.acts: list[Act] = []
        self.due_ms = tournament.due_ms
        self.is_quiet = False  # True: nothing happened that anybody would see

    @cached_property
    def terms(self) -> Terms:
        return terms.resolve(self.tournament.terms)

    @cached_property
    def is_director(self) -> bool:
        return self.by is not None and may_direct(self.by, self.tournament)

    @property
    def stage(self) -> Stage | None:
        """The last stage that has begun."""
        return self.tournament.last_stage()

    def verify(self, name: str, role: Role | None = None, reason: str | None = None) -> State:
        """Check that this act is allowed now; return the state to which it leads.  Raises
        acts.Refused."""
        return acts.verify(
            name,
            self.state,
            role or self.role(),
            self.reason if reason is None else reason,
            has_checkin=self.terms.checkin_min is not None,
            since_ms=self.now - self.tournament.state_ms,
        )

    def act(
        self,
        name: str,
        args: dict[str, Any],
        *,
        role: Role | None = None,
        reason: str | None = None,
    ) -> Act:
        """Append an act to the log, if the act is allowed now and no other act since the page was
        made concerns the same round or entrant.  Acts of the system that follow from this one
        (`role`) have no reason of their own.  Raises acts.Refused."""
        t = self.tournament
        if reason is None:
            reason = "" if role == Role.SYSTEM else self.reason
        if role != Role.SYSTEM:
            self.verify_fresh(args)
        role = role or self.role()
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
        """The role of the caller: the system, a director or an entrant."""
        if self.by is None:
            return Role.SYSTEM
        return Role.DIRECTOR if self.is_director else Role.ENTRANT

    def enter(self, state: State) -> None:
        """Enter another state."""
        t = self.tournament
        self.state, t.state, t.state_ms = state, state, self.now
        t.pending_draw = None
        t.ended_ms = self.now if state in ENDED else None

    def verify_fresh(self, args: dict[str, Any]) -> None:
        """Check that no act since the revision of the page touches the same round or entrant.
        Raises acts.Refused."""
        if self.revision is not None:
            since = self.tournament.acts.since(self.revision).values("act", "args")
            acts.verify_fresh(args, since)

    def own(self, seated: Collection[int]) -> dict[str, Any]:
        """The note in the log that the only director sits at this table; `seated` are players.
        Raises acts.Refused if there is another director (1.5)."""
        if self.by is None or self.by.pk not in seated:
            return {}
        others = directors_of(self.tournament)
        return {"own": True} if acts.is_own(self.by.pk, seated, others) else {}
