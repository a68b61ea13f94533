"""World War III in the lab: its deals, moves and notes, and the words for its counts."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import Sums, add_comeback, add_time
from games.lab.counting.adapter import (
    CARDS_OF_A_MARK,
    MARK_WORDS,
    Adapter,
    BadRun,
    Mark,
    Terms,
    ends_of,
    lines_of,
    ngettext_noop,
)
from games.lab.counting.decisions import Decisions
from games.lab.counting.driver import Levels, drive_of, player_of
from games.lab.counting.observer import (
    GameStats,
    add_notes,
    card_counter,
    note_card,
    note_war,
    winner_counter,
)
from games.lab.counting.ww3_moves import insist, step
from games.rules.cards import NONE, place, put
from games.rules.events import Event
from games.rules.game import Act
from games.rules.jit import I64, driver, jit
from games.rules.phrases import gettext_noop
from games.rules.rng import shuffle, stream
from games.rules.ww3 import choices as deciding
from games.rules.ww3 import events as ev
from games.rules.ww3 import make_events
from games.rules.ww3.acts import ACTS, Kind
from games.rules.ww3.duel import clear_run
from games.rules.ww3.ending import count_in
from games.rules.ww3.options import Options
from games.rules.ww3.policies import FIXED_LEVELS, LEVELS
from games.rules.ww3.state import JOKER, Answer, Phase, Table, fill_row, row, worth
from games.rules.ww3.turn import EACH, deal

CARDS = 112  # the most a player can hold
PRINTED = "printed"  # the policy of seat 2 in the solo game
POLICIES = lines_of([*LEVELS.items(), *((PRINTED, level) for level in FIXED_LEVELS.values())])


@jit
def shuffle_deck(t: Table, o: Options) -> None:
    """Put one pack (for up to three players) or two packs into the centre, and shuffle them
    (3.1)."""
    for first in range(0, 56 if o.players <= 3 else 112, 56):
        for suit in range(4):
            for rank in range(13):
                put(t.centre, first + 4 * rank + suit)
        for joker in range(52, 56):
            put(t.centre, first + joker)
    shuffle(t, t.centre, 0)


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed` on an empty table."""
    t.rng = stream(seed, game)
    t.at = NONE
    t.top = NONE
    t.owner = NONE
    t.last_winner = NONE
    t.last_loser = NONE
    t.duel.a = NONE
    t.duel.b = NONE
    t.duel.joker = NONE
    clear_run(t)
    for seat in t.seats:
        seat.out = True
        seat.current = NONE
    shuffle_deck(t, o)
    deal(t, o)


class Choices(Decisions):
    """The choices of World War III: hold or draw, fight or decline, and which opponent to
    attack."""

    labels = {  # noqa: RUF012
        "hold": gettext_noop("Hold"),
        "draw": gettext_noop("Draw"),
        "fight": gettext_noop("Fight"),
        "decline": gettext_noop("Decline"),
        "target": gettext_noop("Attack %(name)s"),
    }
    choices = staticmethod(deciding.choices)
    moment = staticmethod(deciding.moment)
    calls = staticmethod(deciding.calls)
    chosen = staticmethod(deciding.chosen)

    def choice_of(self, act: Act) -> Act:
        return Act(act.kind, act.a if act.kind == Kind.TARGET else 0)

    def word(self, choice: Act) -> str:
        name, args = ACTS.write_act(choice)
        return f"{name}{choice.a + 1}" if "opponent" in args else name


# From a position -----------------------------------------------------------------------------


def settle_state(t: Table, o: Options) -> None:
    """Remove what does not affect the rest of the game: clocks, and calls that are still hidden."""
    t.turn = t.since = t.until = t.show_at = t.lead = 0
    t.hurry = False
    for seat in t.seats:
        seat.ready = seat.auto = False
        seat.answer = Answer.OPEN
        seat.eff = NONE
    if is_between(t) and not t.duel.over:
        clear_run(t)
        t.duel.a = t.duel.b = t.duel.joker = NONE
        t.duel.from_a = t.duel.from_b = 0


def conceal(t: Table, viewer: int | None, names: Sequence[int]) -> None:
    """Sort the viewer's hand, because its order has no meaning."""
    if viewer is not None:
        hand = t.seats[viewer].hand
        fill_row(hand, sorted(row(hand)))


def is_between(t: Table) -> bool:
    """Whether no war is being fought: a turn or a war has ended."""
    return not Phase.DRAW <= t.phase <= Phase.JOKER


# Notes ---------------------------------------------------------------------------------------


@jit
def note_deal(t: Table, o: Options, c: GameStats) -> None:
    """Add the cards that were dealt to the notes: hand and pick-up pile."""
    c.leader = NONE
    c.wars = t.wars
    c.turned = t.reveal
    for p in range(o.players):
        seat = t.seats[p]
        c.lowest[p] = seat.pickup.size
        for i in range(seat.hand.size):
            note_worth(c, p, worth(I64(seat.hand.cards[i])))
        for i in range(seat.pickup.size):
            note_worth(c, p, worth(I64(seat.pickup.cards[place(seat.pickup, i)])))
        c.strength[p] = (2 * I64(c.strength[p]) - 13 * EACH[o.players]) // 2


@jit
def note_worth(c: GameStats, p: int, points: int) -> None:
    note_card(c, p, points, points == JOKER)


@jit
def is_pause(t: Table, c: GameStats) -> bool:
    """Whether a round has just ended."""
    return t.phase >= Phase.ROUND_END


@jit
def pile_of(t: Table, p: int) -> int:
    return NONE if t.seats[p].out else I64(t.seats[p].pickup.size)


note_cards = card_counter(pile_of)


@jit
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Add a round and its war to the notes."""
    if t.wars > c.wars:
        note_war(c, sums, I64(t.reveal) - I64(c.turned))
        if t.last_winner != NONE:
            c.pot = max(I64(c.pot), I64(t.last_size))
    c.wars = t.wars
    c.turned = t.reveal
    note_cards(t, c, o.players)


@jit
def owned(t: Table, p: int) -> int:
    """The number that ranks seat p at the end (3.8): captured, then owned cards."""
    seat = t.seats[p]
    if seat.out:
        cards = I64(seat.owned)
    else:
        cards = I64(seat.pickup.size) + I64(seat.discard.size)
        cards += I64(seat.hand.size) + I64(seat.shown.size)
    return I64(seat.captured) * 1024 + cards


@jit
def value_of(t: Table, p: int) -> int:
    """The number that ranks seat p at the end among players still in; NONE: the seat is out."""
    return NONE if t.seats[p].out else owned(t, p)


@jit
def last_value_of(t: Table, p: int) -> int:
    """The number that ranks seat p at the end if nobody is still in; NONE: the seat was not among
    the last to go out."""
    return owned(t, p) if t.seats[p].fell == t.falls else NONE


count_winners = winner_counter(value_of)
count_last_winners = winner_counter(last_value_of)


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    sums.ends[I64(t.end)] += 1
    if count_in(t, o) > 0:
        sole = count_winners(t, sums, o.players)
    else:
        sole = count_last_winners(t, sums, o.players)
    add_notes(c, sums, o.players, I64(t.rounds), I64(t.wars), sole, game)
    add_time(sums, I64(c.clock), I64(c.acts))
    if sole != NONE:
        add_comeback(sums, I64(c.lowest[sole]), CARDS, game)


play_on = player_of(
    note_deal=note_deal, step=step, is_pause=is_pause, watch=watch, add_game=add_game
)
count_all = drive_of(begin=begin, play_on=play_on, insist=insist)


@driver
def drive(
    state: Any,
    t: Table,
    notes: Any,
    c: GameStats,
    sums: Sums,
    o: Options,
    levels: Levels,
    where: Any,
) -> None:
    count_all(state, t, notes, c, sums, o, levels, where)


def opening(t: Table, o: Options) -> list[Event]:
    """The events of the deal."""
    return [make_events.dealt(t, o)]


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """The policies of all seats; in the solo game seat 2 is the General with the printed policy.
    Raises BadRun."""
    if not o.solo:
        return tuple(names)
    if names[1] not in (PRINTED, names[0]):
        words = _("In the solo game seat 2 is the General: that policy is given.")
        raise BadRun("BAD_POLICIES", words)
    return (names[0], PRINTED)


ADAPTER = Adapter(
    key="ww3",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "These players decide with the same code as the bots of that name,"
        " and take the same time to think and react."
    ),
    settle=settle,
    begin=begin,
    step=step,
    opening=opening,
    play_on=play_on,
    decisions=Choices(),
    insist=insist,
    settle_state=settle_state,
    conceal=conceal,
    is_place=is_between,
    drive=drive,
    terms=Terms(
        unit=gettext_noop("rounds"),
        singular=gettext_noop("round"),
        depth=gettext_noop("Cards turned by each in one war"),
        deep=gettext_noop("wars"),
        lowest=gettext_noop("Smallest pick-up pile of the later winner"),
        prized=gettext_noop("jokers"),
        strength=gettext_noop("A two counts 0 points, an ace 12, a joker 13."),
        ends=ends_of(ev.ENDS),
        marks=MARK_WORDS
        | {
            "deepest_war": Mark(
                gettext_noop("Longest war"),
                ngettext_noop("{number} turn of the cards", "{number} turns of the cards"),
            ),
            "biggest_pot": Mark(gettext_noop("Biggest catch"), CARDS_OF_A_MARK),
        },
        timed=True,
        cards=CARDS,
    ),
    chunk=25_000,
    smallest=1_000,
    cost=2,
)
