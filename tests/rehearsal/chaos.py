"""Everything that goes wrong on an evening: players who are late, away or gone, and a director who
corrects, pauses and starts again.  Drawn from the seed; what the writer refuses does not happen."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random

from games.accounts.models import Player
from games.tournaments.models import Entrant, Pairing, Round
from games.tournaments.refusals import Refused
from games.tournaments.scoring.points import places_by
from games.tournaments.writer import entries, life, manual, rounds, rulings
from games.tournaments.writer.orders import Order
from tests.rehearsal.evening import MINUTE_MS, Evening

REASON = "Rehearsed"
NOSHOW, LATE_START = 0.2, 0.4  # how likely at most: at a table, at a running game
PAUSE_MS = 7 * MINUTE_MS


class Chaos(Evening):
    """An evening of this much chaos, 0 to 1."""

    def __init__(self, luck: Random, now: int, chaos: float) -> None:
        super().__init__(luck, now)
        self.chaos = chaos
        self.missing: dict[tuple[int, int], bool] = {}  # by round and player
        self.left = 0  # mishaps to come; without an end there were no end

    def start(self) -> None:
        self.left = round(self.chaos * (6 + 2 * len(self.players)))
        super().start()

    def arrives(self, player: Player) -> bool:
        return self.luck.random() > self.chaos * NOSHOW

    def comes(self, player: int) -> bool:
        """The same answer for a whole round."""
        key = (self.round.pk if self.round else 0, player)
        if key not in self.missing:
            self.missing[key] = self.luck.random() < self.chaos * NOSHOW
        return not self.missing[key]

    def is_played(self, table: int) -> bool:
        """Some games are still running when the next thing happens."""
        return not self.left or self.luck.random() > self.chaos * LATE_START

    def disturb(self) -> None:
        """Perhaps something happens now."""
        if self.left and self.luck.random() < self.chaos:
            self.left -= 1
            with suppress(Refused):
                self.luck.choice(MISHAPS)(self)

    def anybody(self, *status: str) -> Player | None:
        chosen = Entrant.objects.filter(tournament=self.pk, status__in=status or ["playing"])
        entrants = list(chosen.order_by("number").select_related("player"))
        return self.luck.choice(entrants).player if entrants else None

    def pairing(self) -> Pairing | None:
        """Any table of any round, the last rounds more often."""
        every = Pairing.objects.filter(round__stage__tournament=self.pk)
        pairings = list(every.exclude(round__state=Round.State.UNDONE).order_by("round", "number"))
        if not pairings:
            return None
        return pairings[max(self.luck.randrange(len(pairings)) for _ in range(2))]


# Players ---------------------------------------------------------------------------------


def comes_late(evening: Chaos) -> None:
    evening.enter()


def goes(evening: Chaos) -> None:
    if player := evening.anybody():
        entries.withdraw(Order(evening.pk, player, now=evening.now), player)


def comes_back(evening: Chaos) -> None:
    if player := evening.anybody("withdrawn", "dropped", "playing"):
        entries.come_back(Order(evening.pk, player, now=evening.now), player)


def misses(evening: Chaos) -> None:
    """Announced by the player, or decided by a director."""
    player, number = evening.anybody(), (evening.round.number if evening.round else 0) + 1
    if player is None:
        return
    numbers = [number, number + 1][: evening.luck.randint(1, 2)]
    if evening.luck.random() < 0.5:
        entries.miss(Order(evening.pk, player, now=evening.now), player, rounds=numbers)
    else:
        kind = evening.luck.choice(("full", "absent", "half"))
        entries.miss(evening.order(REASON), player, rounds=numbers, kind=kind)


def is_thrown_out(evening: Chaos) -> None:
    if player := evening.anybody():
        entries.disqualify(evening.order(REASON), player)


# The director ----------------------------------------------------------------------------


def rules(evening: Chaos) -> None:
    """Any ranking, some of them absent."""
    if pairing := evening.pairing():
        seats = range(pairing.places.count())
        luck = evening.luck
        ranks = {seat: -luck.randrange(4) for seat in seats if luck.random() < 0.9}
        places = places_by(ranks)
        rulings.rule(
            evening.order(REASON),
            pairing=pairing.pk,
            places=[places.get(seat) for seat in seats],
        )


def voids(evening: Chaos) -> None:
    decide(evening, rulings.void)


def restarts(evening: Chaos) -> None:
    decide(evening, rulings.restart)


def decide(evening: Chaos, act: Callable[..., object]) -> None:
    if pairing := evening.pairing():
        act(evening.order(REASON), pairing=pairing.pk)


def extends(evening: Chaos) -> None:
    decide(evening, partial(rulings.extend, minutes=5))


def undoes(evening: Chaos) -> None:
    rulings.undo(evening.order(REASON))


def forbids(evening: Chaos) -> None:
    pair = [evening.luck.randint(1, len(evening.players)) for _ in range(2)]
    manual.forbid(evening.order(REASON), pair=pair)


def draws_again(evening: Chaos) -> None:
    if round_ := evening.round:
        rounds.request_draw(
            evening.order(REASON),
            number=round_.number,
            act="redraw",
        )


def pairs_by_hand(evening: Chaos) -> None:
    """Set the pairings as drawn, except for two players who change places."""
    round_ = evening.round
    if round_ is None:
        return
    tables: dict[int, list[int]] = {}
    seated = round_.places.exclude(pairing=None).order_by("pairing__number", "seat")
    for table, entrant in seated.values_list("pairing__number", "entrant__number"):
        tables.setdefault(table, []).append(entrant)
    byes = round_.places.filter(kind="bye").values_list("entrant__number", flat=True)
    everybody = [entrant for table in tables.values() for entrant in table]
    a, b = evening.luck.sample(everybody, 2)
    turned = {a: b, b: a}
    manual.set_pairings(
        evening.order(REASON),
        tables=[[turned.get(entrant, entrant) for entrant in table] for table in tables.values()],
        byes=list(byes),
    )


def pauses(evening: Chaos) -> None:
    """Some minutes later it goes on."""
    tables = evening.luck.random() < 0.5
    life.pause(evening.order(REASON), tables=tables)
    evening.now += PAUSE_MS
    life.resume(evening.order())


def changes_rounds(evening: Chaos) -> None:
    round_ = evening.round
    if round_ is not None and (now := round_.stage.settings.get("rounds")):
        changes = {"rounds": now + evening.luck.choice((-1, 1))}
        life.edit(evening.order(REASON), changes=changes)


def notes(evening: Chaos) -> None:
    manual.note(Order(evening.pk, evening.director, now=evening.now), text="Tea is ready")


MISHAPS: tuple[Callable[[Chaos], None], ...] = (
    *(comes_late, goes, comes_back, comes_back, misses, misses, is_thrown_out),
    *(rules, rules, voids, restarts, extends, undoes, forbids, draws_again, pairs_by_hand),
    *(pauses, changes_rounds, notes),
)  # fmt: skip
