"""What is dealt anew, and what is not: cards that everybody saw go where they are, and what players
had to do.  And a start knows nothing that its viewer does not."""

from collections import Counter, defaultdict

import pytest

from games.lab.chances.course import course_of_simulated
from games.lab.chances.position import codes, position_of
from games.lab.chances.tally import Tally
from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import ADAPTERS
from games.lab.counting.driver import Start
from games.lab.counting.observer import winner_counter
from games.lab.counting.ww3 import ADAPTER as WW3
from games.lab.runs import statistics
from games.lab.runs.games import Simulated
from games.lab.runs.spec import read_spec
from games.rules.cards import card
from games.rules.catalogue import find
from games.rules.ww3 import events as told
from games.rules.ww3.state import TWO, Phase, Why, row, worth
from tests.conformance.subjects import SUBJECTS
from tests.depth import deep, seeds, share
from tests.each import each

GAMES = ("war", "ww3", "ultimate")
SHOWN = [
    ("ww3", ""),
    ("ww3", "order=oldest"),
    ("ww3", "fallen=centre;hold=secret;seats=6"),
    ("ultimate", "clock=300000;seats=3"),
    ("ultimate", "change=on;clock=300000;multi=on;order=loser;seats=6"),
]


def eyes(viewer):
    """A viewer as pages name them."""
    return "watcher" if viewer is None else str(viewer)


def course_of(game, options, index=0):
    spec = read_spec(game=game, games=100, options=options, seed=11)
    return course_of_simulated(Simulated(spec, index))


# Where everybody saw them go -----------------------------------------------------------------


@pytest.mark.outer
@pytest.mark.parametrize(("game", "options"), SHOWN)
def test_a_card_that_the_table_shows_stays_with_whom_everybody_saw_take_it(game, options):
    course, hidden = course_of(game, options), 0
    for index in range(0, len(course.frames), 1 + len(course.frames) // deep(400)):
        position = course.position(index, "watcher")
        t, o = position.table, position.o
        if t.end:
            continue
        shown = {card(code) for code in codes(course.game.view(t, o, None))}
        before = owners(course.game, t, o)
        for deal in range(3):
            after = owners(course.game, position.start.dealt(deal, 0)[0], o)
            assert [before[one] for one in shown] == [after[one] for one in shown], index
        hidden += any(before[one] != (None, "open") for one in shown)
    assert hidden  # there was something to see that lies face down by now


def owners(rules, t, o, but=None):
    """Who has each card, and whether it lies open; a seat's pile and hand are one.  One seat's
    hand may lie open."""
    view, held = rules.open_view(t, o), {}
    for seat in view["seats"]:
        hand = None if seat["seat"] == but else seat.get("hand")
        for code in codes([seat.get("cards"), hand]):
            held[card(code)] = (seat["seat"], "hidden")
    for code in codes([view.get("center_cards"), view.get("centre_cards")]):
        held[card(code)] = (None, "centre")
    return defaultdict(lambda: (None, "open"), held)


@pytest.mark.outer
def test_cards_that_were_mixed_may_be_anywhere_in_their_packet():
    course, laid = course_of("ww3", ""), set[int]()
    frames = iter(range(len(course.frames)))
    while not laid:
        frame = next(frames)
        t = course.game.load(course.states[frame])
        if t.phase == Phase.ROUND_END and t.duel.over and t.last_size > 6:
            pairs = list(zip(t.laid.cards, t.laid.seats, strict=True))[: t.laid.size]
            laid = {one for one, seat in pairs if seat == t.last_loser}
    start = course.position(frame, "watcher").start
    seen, deals = defaultdict(Counter), deep(4_000)
    for number in range(deals):
        pile = start.dealt(5, number)[0].seats[t.last_winner].pickup
        packet = [pile.cards[(pile.top + i) % 128] for i in range(pile.size)][-t.last_size :]
        for at, one in enumerate(packet):
            if one in laid:
                seen[one][at] += 1
    assert set(seen) == laid
    for places in seen.values():
        assert sum(places.values()) == deals and len(places) == t.last_size
        expected = deals / t.last_size
        chi2 = sum((count - expected) ** 2 / expected for count in places.values())
        assert chi2 < t.last_size + 6 * t.last_size**0.5


# What players had to do ------------------------------------------------------------------------


ANY = 99


class Forced:
    """What each seat showed of its hand in this round, told from the events: for each card the
    highest worth that it can have, ANY if it was drawn since."""

    def __init__(self):
        self.left, self.top, self.last = {}, None, None

    def hear(self, event):
        if isinstance(event, told.Round):
            self.__init__()
        elif isinstance(event, told.Play):
            self.top, self.last = worth(event.card), event.seat
            self.lower(event.seat, self.top)
            self.left[event.seat].pop()
        elif isinstance(event, told.Refill) and event.seat in self.left:
            self.left[event.seat] += [ANY] * len(event.cards)
        elif isinstance(event, told.Declare) and event.seat in self.left:
            self.left[event.seat].remove(ANY)
        elif isinstance(event, told.Decline):
            self.lower(event.seat, self.top)
        elif isinstance(event, told.War) and self.forces(event):
            self.lower(event.seats[0], self.top)

    def forces(self, war):
        """Whether the first seat could not beat a card; with failcard=play it has laid one."""
        return war.why == Why.BEATEN and war.seats[0] != self.last

    def lower(self, seat, most):
        self.left[seat] = sorted(min(bound, most) for bound in self.left.get(seat, [ANY] * 5))

    def agrees(self, t):
        for seat, bounds in self.left.items():
            hand = sorted(worth(one) for one in row(t.seats[seat].hand))
            hand = [ANY if one == TWO else one for one in hand]
            pairs = zip(sorted(hand, reverse=True), sorted(bounds, reverse=True), strict=False)
            if any(one > bound for one, bound in pairs):
                return False
        return True


@pytest.mark.outer
@pytest.mark.parametrize("options", ["", "seats=2", "hold=secret;seats=5", "failcard=play;seats=4"])
def test_whoever_had_to_lay_the_highest_card_holds_nothing_higher(options):
    spec = read_spec(game="ww3", games=100, options=options, seed=3, policies=["general"])
    rules, o, looks = find("ww3"), spec.o, 0
    for number in seeds(12):
        t, notes = WW3.fresh(o, spec.levels, 3, number)
        forced = Forced()
        for step in WW3.steps(t, o, spec.levels, notes):
            for event in step.events:
                forced.hear(event)
            if t.end or t.rounds > 15:
                break
            assert forced.agrees(t)
            start = position_of(rules, o, 1, t, "watcher").start
            for deal in range(3):
                assert forced.agrees(start.dealt(deal, 0)[0]), (number, t.rounds, t.phase)
            looks += bool(forced.left)
    assert looks > 50


@pytest.mark.outer
def test_all_deals_that_keep_to_what_is_proven_are_equally_frequent():
    """Three cells: the first may hold two of four cards, the next three, the last any; two cells
    that hold known cards in unknown order."""
    values = WW3.table().values()
    state = WW3.table.of([*values])
    state.seats[0].hand.cards[:5] = [10, 11, 12, 20, 21]
    cells = [i for i, value in enumerate(state.values()) if value in (10, 11, 12)]
    mixed = [i for i, value in enumerate(state.values()) if value in (20, 21)]
    start = Start(state, cells, [10, 11, 12, 13], [2, 3, 4], mixed, [2, 2])
    again = Start.unpacked(WW3.table, start.packed())
    told, deals = Counter(), deep(8_000)
    for number in range(deals):
        dealt = again.dealt(9, number)[0].seats[0].hand.cards[:5]
        told[tuple(dealt)] += 1
    assert len(told) == 2 * 2 * 2 * 2
    assert all(a in (10, 11) and b in (10, 11, 12) for a, b, *_ in told)
    expected = deals / 16
    assert sum((count - expected) ** 2 / expected for count in told.values()) < 37.7  # p = 0.001


# What nobody may know ----------------------------------------------------------------------------


@pytest.mark.outer
@each(GAMES)
def test_a_twin_starts_the_same(game):
    """Games that differ only in what a viewer may not know have the same start, so the same
    numbers: twins, where no card can be seen that lies face down by now, and any completion."""
    rules, looks, adapter = find(game), 0, ADAPTERS[game]
    walk = SUBJECTS[game].walk._replace(looks=11, steps=20)
    for number, (live, viewer) in enumerate(walk.take(deep(800))):
        position = position_of(rules, live.o, 1, live.state, eyes(viewer))
        start = position.start
        if position.table.end:
            continue
        t, names = start.dealt(3, number)
        adapter.take_up(t, live.o, adapter.game_stats(), 0, names)
        others = [t] if lies_hidden(rules, live, viewer) else [t, live.twin(viewer).state]
        for state in others:
            again = position_of(rules, live.o, 1, state, eyes(viewer)).start
            assert again.text == start.text
        looks += len(others)
    assert looks > deep(800)


def lies_hidden(rules, live, viewer):
    """Whether a card that this viewer sees lies face down by now: their own hand does not."""
    seat = None if viewer is None else viewer - 1
    shown = {card(code) for code in codes(rules.view(live.state, live.o, seat))}
    held = owners(rules, live.state, live.o, but=viewer)
    return any(held[one] != (None, "open") for one in shown)


# Shared wins -------------------------------------------------------------------------------------


def test_a_shared_win_is_split_between_those_who_share_it():
    """Each game by itself: two who share one get a half, three a third."""
    sums, count_winners = Sums(), winner_counter(lambda cards, seat: cards[seat])
    for cards in ((5, 5, 0), (4, 4, 4), (9, 1, 2), (0, 7, 7)):
        count_winners(cards, sums, 3)
    wins, shared, parts = (tuple(row[:3]) for row in (sums.wins, sums.shared, sums.parts))
    chances = pytest.approx([(1 + 5 / 6) / 4, (4 / 3) / 4, (5 / 6) / 4])
    assert Tally(4, wins, shared, parts).chances == chances
    sums.games = 4
    assert statistics.chances(sums, 3) == chances


@pytest.mark.outer
@pytest.mark.parametrize("options", share(["clock=300000;seats=5", "clock=300000;seats=3"]))
def test_chances_are_the_mean_of_the_results(options):
    drawn, games = 0, 12
    for index in range(20):
        course = course_of("ultimate", options, index)
        start = course.position(len(course.frames) - 2, "watcher").start
        playouts, sums, shares = course.playouts(), Sums(), [0.0] * course.o.players
        seed, levels = playouts.seed(start), playouts.adapter.levels(playouts.policies)
        for number in range(games):
            t, notes = playouts.adapter.fresh(course.o, levels, seed, number, start)
            playouts.adapter.play_on(t, notes, sums, course.o, levels, number)
            winners = course.game.result(t, course.o).winners
            for seat in winners:
                shares[seat - 1] += 1 / len(winners) / games
            drawn += len(winners) > 1
        assert playouts.tally(start, 0, games).chances == pytest.approx(shares)
        assert statistics.chances(sums, course.o.players) == pytest.approx(shares)
    assert drawn
