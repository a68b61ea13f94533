"""War in the lab: its deals, moves and notes, and the words for its counts."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.lab.counting.accumulator import ENDLESS, Sums, add_comeback
from games.lab.counting.adapter import (
    MARK_WORDS,
    Adapter,
    BadRun,
    ByHand,
    Fast,
    Terms,
    ends_of,
    level_of,
    lines_of,
)
from games.lab.counting.driver import Levels, drive_of, player_of, redeal
from games.lab.counting.observer import (
    GameStats,
    add_notes,
    card_counter,
    note_card,
    note_war,
    winner_counter,
)
from games.lab.counting.war_fast import FastTable, note_game, note_piles, note_random_deal
from games.lab.counting.war_hands import hands_of, start_of
from games.rules.cards import ACE, NONE, one, place, put, rank
from games.rules.events import Event, Tape
from games.rules.jit import I64, driver, inline, jit
from games.rules.phrases import Phrase, gettext_noop
from games.rules.records import CardSet
from games.rules.rng import below, shuffle, stream
from games.rules.war import battle, ending, fast, make_events
from games.rules.war import events as ev
from games.rules.war.options import Options, Order
from games.rules.war.policies import LEVELS, reaction
from games.rules.war.state import End, Phase, Table

EVEN = {
    "even": Phrase(gettext_noop("Even hands: 90% of slap cards are slapped, by a random player"))
}
POLICIES = EVEN | lines_of(LEVELS.items())


@jit
def begin(t: Table, o: Options, seed: int, game: int) -> None:
    """Shuffle and deal game number `game` of the run `seed` on an empty table."""
    t.rng = stream(seed, game)
    for suit in range(4):
        for r in range(13):
            put(t.center, 4 * r + suit)
    shuffle(t, t.center, 0)
    battle.deal(t, o)
    t.phase = Phase.FLIP


@jit
def slapper(t: Table, o: Options, levels: Levels) -> int:
    """The seat that slaps first while a slap card is open; NONE: no seat, or two seats at the same
    time.  With the policy `even` nine of ten slap cards are slapped, by a random seat."""
    who = NONE
    if level_of(levels, 0) == 0:
        if below(t, 10) > 0:
            who = below(t, o.players)
            while t.seats[who].out:
                who = below(t, o.players)
        return who
    soonest = NONE
    for p in range(o.players):
        if t.seats[p].out:
            continue
        ms = reaction(t, level_of(levels, p))
        if ms == NONE:
            continue
        if soonest == NONE or ms < soonest:
            soonest = ms
            who = p
        elif ms == soonest:
            who = NONE
    return who


@inline
def step(t: Table, o: Options, c: GameStats, levels: Levels, tape: Tape) -> None:
    """Continue the game until a seat may slap, cards are laid, or the battle is over."""
    who = NONE
    if t.phase == Phase.SLAP:
        who = slapper(t, o, levels)
    if tape is None:
        battle.step(t, o, who, None)
    else:
        show(t, o, who, tape)


def show(t: Table, o: Options, who: int, tape: Tape) -> None:
    """Continue the game in smaller steps, with a pause whenever cards are on the table."""
    if t.phase == Phase.SLAP:
        battle.slapped(t, o, who, tape)
    elif t.phase == Phase.UNDERDOG:
        battle.underdog(t, o, tape)
    elif t.phase == Phase.COLLECT:
        ending.collect(t, o, tape)
        ending.after_battle(t, o, tape)
    else:
        if t.phase == Phase.LAY:
            battle.lay(t, o, tape)
        else:
            battle.flip(t, o, tape)
        battle.look(t, o, tape)
    if t.phase == Phase.JUDGE:
        battle.judge(t, o, tape)
    if t.phase == Phase.WIN:
        battle.announce(t, o, tape)


# From a position -----------------------------------------------------------------------------


def settle_state(t: Table, o: Options) -> None:
    """Remove what does not affect the rest of the game: clocks, and slaps that are still hidden."""
    t.turn = t.since = t.until = t.show_at = t.lead = 0
    t.slappable = t.phase == Phase.SLAP
    t.hurry = False
    if t.phase == Phase.DEALT:
        t.phase = Phase.FLIP
    for seat in t.seats:
        if not seat.played.size:  # of an earlier battle
            seat.up, seat.down = NONE, 0
        seat.ready = seat.auto = False
        seat.locked = 0
        seat.eff = NONE


@jit
def renamed(cards: CardSet, names: Any) -> CardSet:
    """The set in which these cards are replaced by `names`."""
    new = 0
    for card in range(52):
        if cards >> card & 1:
            new |= one(I64(names[card]))
    return new


@jit
def turn_down(t: Table, names: Any) -> None:
    """Replace the face-down cards on the table by `names`."""
    t.face_down = renamed(t.face_down, names)
    for seat in t.seats:
        seat.down = renamed(seat.down, names)


@jit
def take_up(t: Table, o: Options, c: GameStats, levels: Levels, names: Any) -> None:
    """Prepare a game from a position: lay the new hidden cards face down on the table.  In a deal
    by hand, shuffle the piles of seats that are marked as ready."""
    turn_down(t, names)
    if t.phase == Phase.DEALT:
        for seat in t.seats:
            if seat.ready:
                shuffle(t, seat.pile, 0)
            seat.ready = False
        t.phase = Phase.FLIP


def conceal(t: Table, viewer: int | None, names: Sequence[int]) -> None:
    """Replace the face-down cards on the table, and remove the positions stored for the search."""
    turn_down(t, names)
    t.kept_ranks = [NONE] * len(t.kept_ranks)


# Notes ---------------------------------------------------------------------------------------


@jit
def note_deal(t: Table, o: Options, c: GameStats) -> None:
    """Add the cards that were dealt to the notes."""
    c.leader = NONE
    for p in range(o.players):
        pile = t.seats[p].pile
        c.lowest[p] = pile.size
        for i in range(pile.size):
            r = rank(pile.cards[place(pile, i)])
            note_card(c, p, r, r == ACE)
        c.strength[p] -= 6 * (17 if o.players == 3 else 26)


@jit
def is_pause(t: Table, c: GameStats) -> bool:
    """Whether a battle has just ended."""
    return t.phase == Phase.FLIP or t.end != End.PLAYING


@jit
def pile_of(t: Table, p: int) -> int:
    return I64(t.seats[p].pile.size)


note_cards = card_counter(pile_of)


@inline
def watch(t: Table, o: Options, c: GameStats, sums: Sums) -> None:
    """Add a battle to the notes."""
    if t.depth > 0:
        note_war(c, sums, I64(t.depth))
    c.pot = max(c.pot, t.last_size)
    note_cards(t, c, o.players)


@jit
def value_of(t: Table, p: int) -> int:
    """The number that ranks seat p at the end (0.7)."""
    seat = t.seats[p]
    if t.end == End.DEADLOCK:
        return 1 if seat.fights else 0
    return NONE if seat.out else I64(seat.pile.size) + I64(seat.played.size)


count_winners = winner_counter(value_of)


@jit
def add_game(t: Table, o: Options, c: GameStats, sums: Sums, game: int) -> None:
    length = I64(t.battles)
    end = I64(t.end)
    if end == End.CAP and length < o.cap:
        end = ENDLESS
    sums.ends[end] += 1
    sole = count_winners(t, sums, o.players)
    add_notes(c, sums, o.players, length, I64(t.wars), sole, game)
    if end == End.ALL:
        add_comeback(sums, I64(c.lowest[sole]), 52, game)


play_on = player_of(
    note_deal=note_deal, step=step, is_pause=is_pause, watch=watch, add_game=add_game
)
count_all = drive_of(begin=begin, play_on=play_on, take_up=take_up)


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


# The fast path -----------------------------------------------------------------------------


@inline
def start_fast(t: FastTable, o: Options) -> None:
    """Start the fast game with the piles of the general table."""
    a = t.table.seats[0].pile
    b = t.table.seats[1].pile
    fast.start_from(t.game, o, a, b, t.table.rng, t.table.battles)


@driver
def drive_fast(
    state: Any,
    t: FastTable,
    notes: Any,
    c: GameStats,
    sums: Sums,
    o: Options,
    levels: Levels,
    where: Any,
) -> None:
    """Play many games whose options fit the fast path, dealt at random or by hand."""
    known, hidden, cards, order, names, _, _ = where[3]
    own = state[len(state) - len(known) :]  # the bytes of t.table
    for game in range(where[1], where[1] + where[2]):
        if len(known) == 0:
            fast.play(t.game, o, where[0], game)
            note_random_deal(t.game, c)
        else:
            for search in range(2):
                own[:] = known
                t.table.rng = stream(where[0], game)
                redeal(own, t.table, hidden, cards, order, names)
                take_up(t.table, o, c, levels, names)
                start_fast(t, o)
                if search == 0:
                    notes[:] = 0
                    note_deal(t.table, o, c)
                fast.go_on(t.game, o, search)
                if not fast.may_be_endless(t.game, o):
                    break
        note_game(t.game, t.table, c, sums)
        add_game(t.table, o, c, sums, game)


@driver
def drive_fast_on(
    state: Any,
    t: FastTable,
    notes: Any,
    c: GameStats,
    sums: Sums,
    o: Options,
    levels: Levels,
    where: Any,
) -> None:
    """Play many games from a start, and count only the wins: to the end of the battle by the
    general rules, and then fast, with the same luck."""
    known, hidden, cards, order, names, _, lucky = where[3]
    own = state[len(state) - len(known) :]  # the bytes of t.table
    for game in range(where[1], where[1] + where[2]):
        own[:] = known
        t.table.rng = stream(where[0], game)
        redeal(own, t.table, hidden, cards, order, names)
        take_up(t.table, o, c, levels, names)
        while t.table.end == End.PLAYING and t.table.phase != Phase.FLIP:
            step(t.table, o, c, levels, None)
        if t.table.end == End.PLAYING:
            start_fast(t, o)
            fast.go_on(t.game, o, 0)
            t.table.end = t.game.end
            t.table.rng += t.game.made - 128 + t.game.used
            note_piles(t.game, t.table)
        lucky[0] += t.table.rng != stream(where[0], game)
        count_winners(t.table, sums, o.players)


def fits_on(o: Options) -> bool:
    """Whether games with these options can be played fast from a position.  The search for a
    repetition (1.12) would need all positions since the deal."""
    return fast.fits(o) and o.order == Order.RANDOM


def opening(t: Table, o: Options) -> list[Event]:
    """The events of the deal."""
    return [make_events.dealt(t, o)]


def settle(o: Options, names: Sequence[str]) -> tuple[str, ...]:
    """The policies of all seats; `even` for every seat if there is nothing to decide.  Raises
    BadRun if only some seats have `even`."""
    if o.slap == NONE:
        return ("even",) * o.players  # nothing to decide: policies make no difference
    if "even" in names and len(set(names)) > 1:
        raise BadRun("BAD_POLICIES", _("“even” is for all seats or for none."))
    return tuple(names)


ENDS = ends_of({end: text for end, text in ev.ENDS.items() if end < ENDLESS}) | {
    "endless": gettext_noop("endless: it would repeat for ever (proven)")
}
ADAPTER = Adapter(
    key="war",
    table=Table,
    game_stats=GameStats,
    policies=POLICIES,
    note=gettext_noop(
        "Recruit, Sergeant and General react with the same code as the bots of that name."
        " False slaps and the length of the slap window are not simulated."
    ),
    settle=settle,
    begin=begin,
    step=step,
    opening=opening,
    play_on=play_on,
    settle_state=settle_state,
    take_up=take_up,
    conceal=conceal,
    drive=drive,
    terms=Terms(
        unit=gettext_noop("battles"),
        singular=gettext_noop("battle"),
        depth=gettext_noop("Wars in a row"),
        deep=gettext_noop("battles"),
        lowest=gettext_noop("Smallest pile of the later winner"),
        prized=gettext_noop("aces"),
        strength=gettext_noop("A two counts 0 points, an ace 12."),
        ends=ENDS,
        marks=MARK_WORDS,
    ),
    chunk=50_000,
    smallest=2_000,
    eager=1300,  # most games are over by then
    fast=Fast(fast.fits, FastTable, drive_fast, fits_on, drive_fast_on),
    by_hand=ByHand(start_of, hands_of),
    dice=tuple(EVEN),
    idle=("pace", "spoils", "slap_window", "false_slap"),
)
