"""Classic War for two, implemented a second time for bulk play: the same games as `battle.py`,
several times as fast.  The tests compare the sums of 100,000 games of every order.

It is fast because both piles are ring buffers of ranks, random words are made 64 at a time, the
loop over battles without a war has no branches, and statistics about the course of a game (such as
the leader) are computed at its end, from one number per battle."""

from typing import Annotated

from games.rules.cards import ACE, NONE, Pile, place, rank
from games.rules.jit import I64, U64, inline, tuned
from games.rules.records import Byte, Int, Record, Word
from games.rules.rng import mix, stream
from games.rules.war.options import Options, Order
from games.rules.war.state import End

DEEPEST = 15  # wars in a row; longer runs are counted here
_ALL, _LOW = U64(0xFFFFFFFFFFFFFFFF), U64(0xFFFFFFFF)
_GOLDEN = U64(0x9E3779B97F4A7C15)
_1, _2, _32, _52, _63 = U64(1), U64(2), U64(32), U64(52), U64(63)
RANKS_OF_PACK = tuple(rank for _ in range(4) for rank in range(13))
POINTS = 4 * sum(range(13))  # the sum of all ranks
LAST = 800  # the last start of a pile that leaves room for 64 battles and a war


class Game(Record):
    """A game and its statistics.  `cards` holds both piles: seat 2 from index 1024 on."""

    seed: Word
    made: Int  # random words so far
    used: Int  # used words of the current 64
    words: Annotated[list[Word], 128]
    turns: Annotated[list[Byte], 128]  # 1: the lower card of a battle comes first
    picks: Annotated[list[Byte], 64]
    cards: Annotated[list[Byte], 2048]  # ranks
    top: Annotated[list[Int], 2]  # where the piles start
    bottom: Annotated[list[Int], 2]  # where won cards go
    battles: Int
    wars: Int
    end: Annotated[End, "i1"]
    deepest: Byte
    pot: Byte
    depths: Annotated[list[Int], DEEPEST + 1]  # battles by wars in a row
    sizes: Annotated[list[Byte], 16384]  # cards of seat 1 after each battle
    aces: Byte  # dealt to seat 1
    strength: Int
    # Brent's search for a repetition (1.12)
    keep_at: Int  # the next position to store; 0: no search
    kept: Annotated[list[Byte], 52]
    kept_size: Byte


def fits(o: Options) -> bool:
    """Whether these rules are classic War for two; options for pace and display do not matter."""
    return o.order != Order.SEAT and o == Options()._replace(
        auto_in_war=o.auto_in_war,
        underdog_all=o.underdog_all,
        underdog_counter=o.underdog_counter,
        slap_window=o.slap_window,
        false_slap=o.false_slap,
        order=o.order,
        leftover=o.leftover,
        spoils_shown=o.spoils_shown,
        cap=o.cap,
        rhythm=o.rhythm,
    )


@inline
def make_words(g: Game, first: int, chance: int, turned: int) -> None:
    """Make the next 64 random words (`rng.below` draws them one by one)."""
    for i in range(64):
        word = mix((U64(g.seed) + U64(g.made + i + 1) * _GOLDEN) & _ALL)
        g.words[first + i] = word >> _32
        g.turns[first + i] = (I64(word >> _63) ^ 1) & chance | turned
    g.made += 64


@tuned
def more_words(g: Game, chance: int, turned: int) -> None:
    """Make new random words if fewer than 64 are unused."""
    while g.used >= 64:
        for i in range(64):
            g.words[i] = g.words[64 + i]
            g.turns[i] = g.turns[64 + i]
        make_words(g, 64, chance, turned)
        g.used -= 64


@inline
def below(g: Game, n: int) -> int:
    """A random number from 0 to n-1, like `rng.below`."""
    size = U64(n)
    while True:
        if g.used == 128:
            more_words(g, 1, 0)
        wide = U64(g.words[g.used & 127]) * size
        g.used += 1
        low = wide & _LOW
        if low >= size or low >= (_LOW - size + _1) % size:
            return I64(wide >> _32)


@tuned
def pick(g: Game) -> None:
    """Draw the numbers for the shuffle of the deck."""
    bad = U64(0)
    for i in range(51):
        size = U64(52 - i)
        wide = U64(g.words[i]) * size
        g.picks[i] = I64(wide >> _32)
        bad |= U64((wide & _LOW) < size)
    g.used = 51
    if bad > U64(0):  # once in a million games or so
        g.used = 0
        for i in range(51):
            g.picks[i] = below(g, 52 - i)


@inline
def luck(o: Options) -> tuple[int, int]:
    """Whether chance orders two won cards; if not, also whether the lower card goes first (1.5)."""
    return I64(o.order == Order.RANDOM), I64(o.order == Order.LOSER or o.order == Order.LOW)


@tuned
def open_game(g: Game, mine: int, yours: int) -> None:
    """Reset the game to its start; `mine` and `yours` are the sizes of the piles."""
    g.top[0] = 0
    g.top[1] = 1024
    g.bottom[0] = mine
    g.bottom[1] = 1024 + yours
    g.battles = 0
    g.wars = 0
    g.deepest = 0
    g.pot = 2
    g.end = End.PLAYING
    g.keep_at = 0
    g.kept_size = NONE
    for i in range(DEEPEST + 1):
        g.depths[i] = 0


@tuned
def deal(g: Game, o: Options, seed: int, game: int) -> None:
    """Shuffle the deck and deal it, one card to each player in turn (0.2)."""
    chance, turned = luck(o)
    g.seed = stream(seed, game)
    g.made = 0
    make_words(g, 0, chance, turned)
    make_words(g, 64, chance, turned)
    pick(g)
    for i in range(52):
        g.cards[512 + i] = RANKS_OF_PACK[i]
    for i in range(51):
        j = 512 + (g.picks[i] & 63)
        card = g.cards[512 + 51 - i]
        g.cards[512 + 51 - i] = g.cards[j]
        g.cards[j] = card
    g.strength = 0
    g.aces = 0
    for i in range(26):
        card = g.cards[512 + 2 * i]
        g.cards[i + 1024] = g.cards[512 + 2 * i + 1]
        g.cards[i] = card
        g.strength += card
        g.aces += card == ACE
    open_game(g, 26, 26)


@inline
def start_from(g: Game, o: Options, a: Pile, b: Pile, word: int, battles: int) -> None:
    """Start between two battles, with these piles and this random word of the state."""
    chance, turned = luck(o)
    g.seed = word
    g.made = 0
    g.used = 0
    make_words(g, 0, chance, turned)
    make_words(g, 64, chance, turned)
    for i in range(a.size):
        g.cards[i] = rank(a.cards[place(a, i)])
    for i in range(b.size):
        g.cards[1024 + i] = rank(b.cards[place(b, i)])
    open_game(g, a.size, b.size)
    g.battles = battles


@tuned
def skirmish(g: Game, stop: int, chance: int) -> bool:
    """Play battles up to the end, battle `stop` or a tie.  Return whether there was a tie."""
    a_top = U64(g.top[0])
    b_top = U64(g.top[1])
    a_end = U64(g.bottom[0])
    b_end = U64(g.bottom[1])
    used = U64(g.used)
    n = U64(g.battles)
    last = U64(stop)
    tie = False
    while n < last:
        a = g.cards[a_top]
        b = g.cards[b_top]
        if a == b:
            tie = True
            break
        won = U64(a > b)
        turned = won ^ U64(g.turns[used])
        used += _1
        place = a_end if won else b_end
        g.cards[place] = a if turned else b
        g.cards[place + _1] = b if turned else a
        a_end += won + won
        b_end += _2 - won - won
        a_top += _1
        b_top += _1
        size = a_end - a_top
        g.sizes[n] = size
        n += _1
        if size == U64(0) or size == _52:
            break
    g.top[0] = a_top
    g.top[1] = b_top
    g.bottom[0] = a_end
    g.bottom[1] = b_end
    g.used += (I64(n) - g.battles) * chance
    g.battles = n
    return tie


@inline
def fight(g: Game) -> tuple[int, int, int, int]:
    """Find the cards that break a tie.  Return the winner (NONE: both are out of cards), how many
    cards each player has on the table, and how many wars it took (1.3, 1.4)."""
    mine = I64(g.top[0])
    yours = I64(g.top[1])
    depth = 0
    while True:
        a_rest = g.bottom[0] - mine - 1
        b_rest = g.bottom[1] - yours - 1
        if a_rest == 0 and b_rest == 0:
            return NONE, 0, 0, depth
        depth += 1
        mine += min(4, a_rest)
        yours += min(4, b_rest)
        a = g.cards[mine & 2047]
        b = g.cards[yours & 2047]
        if a != b:
            return I64(b > a), mine + 1 - g.top[0], yours + 1 - g.top[1], depth


@inline
def copy(g: Game, source: int, target: int, count: int) -> None:
    for i in range(count):
        g.cards[target + i & 2047] = g.cards[source + i & 2047]


@inline
def shuffle(g: Game, first: int, count: int) -> None:
    """Shuffle `count` cards from index `first` on (Fisher-Yates)."""
    for i in range(count - 1, 0, -1):
        j = first + below(g, i + 1) & 2047
        card = g.cards[first + i & 2047]
        g.cards[first + i & 2047] = g.cards[j]
        g.cards[j] = card


@tuned
def sort(g: Game, first: int, count: int, highest_first: bool) -> None:
    """Sort `count` cards from index `first` on by rank."""
    for i in range(first + 1, first + count):
        j = i
        while j > first:
            a = g.cards[j - 1 & 2047]
            b = g.cards[j & 2047]
            if a == b or (a > b) == highest_first:
                break
            g.cards[j - 1 & 2047] = b
            g.cards[j & 2047] = a
            j -= 1


@inline
def take(g: Game, o: Options, winner: int, mine: int, yours: int) -> None:
    """Move the cards on the table under the winner's pile (1.5)."""
    first = 1 - winner if o.order == Order.LOSER else winner
    place = I64(g.bottom[1] if winner else g.bottom[0])
    copy(g, g.top[0], place + first * yours, mine)
    copy(g, g.top[1], place + (1 - first) * mine, yours)
    if o.order == Order.RANDOM:
        shuffle(g, place, mine + yours)
    elif o.order == Order.HIGH or o.order == Order.LOW:
        sort(g, place, mine + yours, o.order == Order.HIGH)


@tuned
def war(g: Game, o: Options) -> None:
    winner, mine, yours, depth = fight(g)
    g.wars += depth
    g.depths[min(depth, DEEPEST)] += 1
    g.deepest = max(g.deepest, depth)
    if winner == NONE:
        g.end = End.DEADLOCK
        if g.battles == 0:
            g.pot = 0  # nobody has won cards
    else:
        g.pot = max(g.pot, mine + yours)
        if mine == 5 and yours == 5:
            take(g, o, winner, 5, 5)  # almost always: a constant makes it faster
        else:
            take(g, o, winner, mine, yours)
        g.bottom[winner] += mine + yours
        g.top[0] += mine
        g.top[1] += yours
    g.sizes[g.battles & 16383] = 26 if winner == NONE else g.bottom[0] - g.top[0]
    g.battles += 1


@inline
def place_of(g: Game, i: int) -> int:
    """The index in `cards` of the i-th card, from the top of seat 1 to the bottom of seat 2."""
    size = I64(g.bottom[0] - g.top[0])
    return I64(g.top[0] + i if i < size else g.top[1] + i - size) & 2047


@inline
def cards(g: Game) -> int:
    return I64(g.bottom[0] - g.top[0] + g.bottom[1] - g.top[1])


@inline
def as_kept(g: Game) -> bool:
    """Whether the piles equal those of the stored position."""
    if g.bottom[0] - g.top[0] != g.kept_size:
        return False
    for i in range(cards(g)):  # noqa: SIM110 - compiled code has no closures
        if g.cards[place_of(g, i)] != g.kept[i]:
            return False
    return True


@inline
def keep(g: Game) -> None:
    """Store the piles, for comparison with later positions."""
    g.kept_size = g.bottom[0] - g.top[0]
    for i in range(cards(g)):
        g.kept[i] = g.cards[place_of(g, i)]
    g.keep_at *= 2


@tuned
def move_up(g: Game) -> None:
    """Move both piles to the start of their areas in `cards`."""
    for p in range(2):
        copy(g, g.top[p], 1024 * p, 64)
        g.bottom[p] -= g.top[p] - 1024 * p
        g.top[p] = 1024 * p


@inline
def after_battle(g: Game, cap: int) -> None:
    """Check whether the game is over, or a position has occurred before (1.6, 1.12)."""
    if g.bottom[0] == g.top[0] or g.bottom[1] == g.top[1]:
        g.end = End.ALL
    elif g.battles >= cap or g.keep_at > 0 and as_kept(g):
        g.end = End.CAP
    elif g.battles == g.keep_at:
        keep(g)


@tuned
def go_on(g: Game, o: Options, search: int) -> None:
    """Finish the game, with Brent's search for a repetition (`search` 1), or without it (0)."""
    chance, turned = luck(o)
    cap = I64(o.cap)
    g.keep_at = search
    while g.end == End.PLAYING:
        more_words(g, chance, turned)
        if g.top[0] > LAST or g.top[1] > LAST + 1024:
            move_up(g)
        stop = g.battles + 1 if search == 1 else min(cap, g.battles + 64)
        if skirmish(g, stop, chance):
            war(g, o)
        if g.end == End.PLAYING:
            after_battle(g, cap)


@inline
def may_be_endless(g: Game, o: Options) -> bool:
    """Whether a game that was played without the search must be played again with it (1.12)."""
    return g.end == End.CAP and o.order != Order.RANDOM


@tuned
def play(g: Game, o: Options, seed: int, game: int) -> None:
    """Play game number `game` of run `seed`, from the shuffle to the end."""
    for search in range(2):
        deal(g, o, seed, game)
        go_on(g, o, search)
        if not may_be_endless(g, o):
            break
