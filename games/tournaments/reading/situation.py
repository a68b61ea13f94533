"""The situation of a tournament's entrants, from which their calls are made, read for many entrants
at once.

Each part is read when it is first used, so parts that no call needs cost nothing."""

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property, lru_cache

from django.db.models import OuterRef, Q, Subquery

from games.tournaments import terms
from games.tournaments.declared import MINUTE_MS
from games.tournaments.log import Act
from games.tournaments.models import (
    Entrant,
    Place,
    Stage,
    Standing,
    Tournament,
    TournamentGame,
)
from games.tournaments.reading.arena import running_arena
from games.tournaments.reading.record import HIDDEN, PENDING

SHOWN_MS = 30 * MINUTE_MS  # the result is shown on every page this long after the end
MOST_ACTS = 20
WIDE = ("pairing__why", "round__why", "round__pool", "round__stage__plan")  # and not needed
# Acts of directors that entrants hear of (12.4); those about one table or entrant only
# concern those who are in it.
FOR_ALL = ("edit", "pause", "undo", "reopen")
FOR_SOME = ("rule", "void", "restart", "disqualify")


class Situation:
    """The situation of entrants (keys) of a tournament at `now` (epoch ms)."""

    def __init__(self, tournament: Tournament, entrants: Collection[int], now: int) -> None:
        self.tournament, self.entrants, self.now = tournament, entrants, now
        self.terms = terms.resolve(tournament.terms)

    @cached_property
    def places(self) -> dict[int, Place]:
        """The place of each entrant in the last public round."""
        own = Place.objects.filter(entrant=OuterRef("pk")).exclude(round__state__in=HIDDEN)
        last = own.order_by("-round__stage__number", "-round__number").values("pk")[:1]
        keys = Entrant.objects.filter(pk__in=self.entrants).values(last=Subquery(last))
        places = Place.objects.filter(pk__in=keys).select_related("round__stage", "pairing")
        return {place.entrant_id: place for place in places.defer(*WIDE)}

    @cached_property
    def pairings(self) -> list[int]:
        """The keys of the pairings without a result in which these entrants sit."""
        seats = [place.pairing for place in self.places.values() if place.pairing is not None]
        return [pairing.pk for pairing in seats if pairing.status in PENDING]

    @cached_property
    def seated(self) -> dict[int, dict[int, str]]:
        """The names at each of these pairings, in order of seats."""
        names: defaultdict[int, dict[int, str]] = defaultdict(dict)
        places = Place.objects.filter(pairing__in=self.pairings).order_by("seat")
        for pairing, entrant, name in places.values_list(
            "pairing", "entrant", "entrant__player__name"
        ):
            names[pairing][entrant] = name
        return names

    @cached_property
    def games(self) -> dict[int, TournamentGame]:
        """The last game of each of these pairings, with its table."""
        games = TournamentGame.objects.filter(pairing__in=self.pairings, void=False).order_by(
            "number"
        )
        games = games.select_related("table").only(
            "pairing", "opened_ms", "table__code", "table__status"
        )
        return {game.pairing_id: game for game in games}

    @cached_property
    def stages(self) -> list[Stage]:
        return list(self.tournament.stages.defer("plan").order_by("number"))

    @property
    def arena(self) -> Stage | None:
        """The stage that is running, if it is an arena."""
        return running_arena(self.stages)

    def is_decided(self, stage: Stage) -> bool:
        """Whether nothing is left to play, in this stage and after it."""
        return stage.state == Stage.State.OVER and stage.number == self.stages[-1].number

    def is_out(self, stage: Stage, rank: int | None) -> bool:
        """Whether the entrant is eliminated: this stage or a later one goes on without the
        entrant."""
        if stage.state == Stage.State.RUNNING:
            return rank is not None and stage.format.is_knockout
        later = (other for other in self.stages if other.number > stage.number)
        return any(other.state != Stage.State.WAITING for other in later)

    @cached_property
    def standings(self) -> dict[int, int]:
        """The last standing of each stage."""
        standings = Standing.objects.filter(stage__tournament=self.tournament).order_by("after")
        return dict(standings.values_list("stage", "pk"))

    def rank_in(self, stage: Stage, entrant: Entrant) -> int | None:
        """The place of an entrant in the last standing of a stage."""
        last = self.standings.get(stage.pk)
        if last is None:
            return None
        return ranks(last, self.tournament.last_hash, stage.restate_from).get(entrant.number)

    @cached_property
    def acts(self) -> list[Act]:
        """The directors' acts of the last half hour that concern entrants, newest first."""
        acts = Act.objects.filter(tournament=self.tournament, at_ms__gt=self.now - SHOWN_MS)
        acts = acts.filter(role="director", act__in=(*FOR_ALL, *FOR_SOME))
        return list(acts.order_by("-number")[:MOST_ACTS])

    @cached_property
    def at_tables(self) -> set[tuple[int, int, int, int]]:
        """The seats of these entrants at the tables of recent `acts`: entrant, stage, round,
        pairing."""
        tables = Q()
        for act in self.acts:
            if "pairing" in act.args:
                tables |= Q(
                    round__stage__number=act.args["stage"],
                    round__number=act.args["round"],
                    pairing__number=act.args["pairing"],
                )
        if not tables:
            return set()
        places = Place.objects.filter(tables, entrant__in=self.entrants)
        return set(
            places.values_list(
                "entrant", "round__stage__number", "round__number", "pairing__number"
            )
        )

    def last_act(self, entrant: Entrant) -> Act | None:
        """The newest of `acts` that concerns this entrant; None if there is none."""
        return next((act for act in self.acts if self._concerns(act, entrant)), None)

    def _concerns(self, act: Act, entrant: Entrant) -> bool:
        args = act.args
        if act.act in FOR_ALL or args.get("entrant") == entrant.number:
            return True
        if "pairing" not in args:
            return False
        return (entrant.pk, args["stage"], args["round"], args["pairing"]) in self.at_tables

    @cached_property
    def cancelled(self) -> Act | None:
        return self.tournament.acts.filter(act="cancel").order_by("-number").first()


@lru_cache(maxsize=16)
def ranks(standing: int, last_hash: str, restate_from: int | None) -> dict[int, int | None]:
    """The places of a standing, cached until the next act or until the standing is computed again,
    because after a round all entrants need them at once."""
    rows = Standing.objects.values_list("rows", flat=True).get(pk=standing)
    return {row["entrant"]: row["place"] for row in rows}
