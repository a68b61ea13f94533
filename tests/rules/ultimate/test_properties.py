"""Invariants (rules sheet 0.9, 2.12), over random house rules, deals, acts and times."""

import random

from hypothesis import example, given

from games.rules.cards import NONE, listed, name, one
from games.rules.events import Event, seen_by
from games.rules.game import Act, Reject
from games.rules.ultimate import call_events as calls
from games.rules.ultimate import events as ev
from games.rules.ultimate.legal import Kind, may_act
from games.rules.ultimate.options import Options
from games.rules.ultimate.state import HAND, STACK, End, Table, alive, field_cards, leaders, places
from games.rules.ultimate.view import FAR
from games.rules.ultimate.zones import field_set, locked, pledged
from tests.depth import examples
from tests.rules.ultimate.live import GAME
from tests.rules.ultimate.strategies import SEEDS, all_cards, dealt, next_act, random_options

TARGET = {Kind.CONFRONT: "b", Kind.CHALLENGE: "b", Kind.WAR: "a"}


def fire_due(t: Table, o: Options, now: int, tape: list[Event] | None) -> None:
    while 0 <= GAME.deadline(t, o) <= now:
        GAME.fire(t, o, tape)


def verify(t: Table, o: Options, cards: list[int]) -> None:
    """The invariants of a position."""
    assert all_cards(t) == cards
    assert (GAME.deadline(t, o) == NONE) == (t.end != End.PLAYING)
    assert GAME.deadline(t, o) == NONE or GAME.deadline(t, o) >= t.now
    for p, seat in enumerate(t.seats):
        assert seat.played.size == 0
        assert 0 <= seat.field.size <= 3
        if seat.out:
            assert seat.stack.size + seat.field.size == 0
            assert seat.hand == NONE
            assert seat.challenge.number == 0
        elif t.end == End.PLAYING:
            assert seat.stack.size + seat.field.size + (seat.hand != NONE) > 0
        verify_challenge(t, p)


def verify_challenge(t: Table, p: int) -> None:
    """Everything an open challenge refers to is still there."""
    c = t.seats[p].challenge
    if c.number == 0:
        assert pledged(t, p) == 0
        return
    target = t.seats[c.target]
    assert c.target != p
    assert c.options
    assert c.options & ~field_set(t.seats[p].field) == 0
    assert target.hand != NONE if c.zone == HAND else target.stack.size > 0
    assert locked(t, p) & one(c.source)
    assert locked(t, c.target) & one(c.zone)
    assert c.source >= HAND or field_set(t.seats[p].field) & one(c.source)
    others = [s.challenge.target for s in t.seats if s.challenge.number]
    assert others.count(c.target) == 1


def dead(t: Table, o: Options) -> bool:
    """Whether nobody can attack or answer, now or after waiting (2.12)."""
    for p in alive(t):
        acts = [Act(Kind.PASS)]
        acts += [Act(Kind.ACCEPT, s.challenge.number) for s in t.seats]
        acts += [Act(Kind.CONSENT, t.seats[p].challenge.number, 0)]
        for q in alive(t):
            acts.append(Act(Kind.WAR, q))
            for card in field_cards(t.seats[q]):
                sources = [HAND, STACK, *field_cards(t.seats[p])]
                acts += [Act(Kind.CONFRONT, source, q, card) for source in sources]
        if any(may_act(t, o, FAR, p, act) == Reject.OK for act in acts):
            return False
    return True


def verify_end(t: Table) -> None:
    """The end matches an end condition, and the places match it."""
    left = alive(t)
    if t.end in (End.ALL, End.RESIGN):
        assert len(left) == 1
        assert leaders(t) == tuple(left)
        assert t.center.size == 0
    if t.end == End.DEADLOCK:
        assert t.center.size == len(all_cards(t))
    rank = places(t)
    assert sorted(p for p, place in enumerate(rank) if place == 1) == list(leaders(t))


@examples(80)
@given(SEEDS)
def test_random_and_hostile_acts(seed):
    rng = random.Random(seed)
    o = random_options(rng)
    t = dealt(o, rng)
    cards = all_cards(t)
    now, tape = 0, []
    for step in range(250):
        now += rng.choice([0, 30, 200, 400, 900])
        fire_due(t, o, now, tape)
        verify(t, o, cards)
        p, act = next_act(t, rng) if t.end == End.PLAYING else (0, Act(Kind.DRAW))
        before, told = t.to_bytes(), len(tape)
        was_out = [seat.out for seat in t.seats]
        verdict = GAME.apply(t, o, now, p, act, tape)
        if t.end != End.PLAYING and verdict != Reject.OK:
            assert verdict in (Reject.GAME_OVER, Reject.NOT_YOUR_SEAT)
            assert t.to_bytes() == before
            break
        if verdict != Reject.OK:
            assert t.to_bytes() == before  # a refused act changes nothing
            assert len(tape) == told
        verify(t, o, cards)
        if verdict == Reject.OK and act.kind in TARGET and not o.pulse:
            assert not was_out[getattr(act, TARGET[act.kind])]  # nobody who is out
        assert t.end != End.PLAYING or step % 5 or not dead(t, o)
    assert all(e.depth <= 13 for e in tape if isinstance(e, ev.War))
    assert Table.from_bytes(t.to_bytes()) == t
    assert t.copy() == t
    fire_due(t, o, 10**8, tape)
    assert t.end != End.PLAYING
    verify(t, o, cards)
    verify_end(t)
    assert [e.ev for e in tape].count("game_over") == 1


def played(seed: int, acts: int, tape: list[Event] | None, **fixed: str) -> tuple[Table, Options]:
    """A game of random acts, stopped at a random point."""
    rng = random.Random(seed)
    o = random_options(rng, **fixed)
    t = dealt(o, rng)
    now = 0
    for _ in range(acts):
        now += rng.choice([0, 100, 300, 700])
        fire_due(t, o, now, tape)
        if t.end != End.PLAYING:
            break
        p, act = next_act(t, rng)
        GAME.apply(t, o, now, p, act, tape)
    return t, o


@examples(60)
@given(SEEDS)
def test_every_log_replays(seed):
    rng = random.Random(seed)
    o = random_options(rng)
    deal_text = GAME.deal_text(dealt(o, rng))
    tape: list[Event] = []
    t, _ = played(seed, 150, tape)
    lines = GAME.write_log(o, deal_text, tape)
    again, events = GAME.read_log(o, deal_text, lines)
    assert GAME.write_log(o, deal_text, events) == lines
    for mine, other in zip(t.seats, again.seats, strict=True):
        assert listed(mine.stack) == listed(other.stack)
        assert (mine.hand, field_cards(mine)) == (other.hand, field_cards(other))
    assert GAME.result(again, o) == GAME.result(t, o)


# Hidden information ---------------------------------------------------------------------------


@examples(200)
@given(SEEDS)
def test_the_order_of_a_shuffled_packet_is_nobodys(seed):
    rng = random.Random(seed)
    t, o = played(seed, rng.randrange(5, 50), None, order="random", pace="realtime")
    if t.end != End.PLAYING:
        return
    p, act = next_act(t, rng)
    looks = []
    for _ in range(2):
        table, tape = t.copy(), []
        table.rng = rng.getrandbits(64)
        GAME.apply(table, o, t.now + 600, p, act, tape)
        for viewer in (None, *range(t.players)):
            seen = [seen_by(e, viewer) for e in tape]
            looks.append((viewer, seen, GAME.view(table, o, viewer)))
    half = len(looks) // 2
    assert looks[:half] == looks[half:]


def shown(e: Event, o: Options) -> set[str]:
    """The cards that this event shows to everyone (2.9)."""
    match e:
        case ev.Play() | ev.Deploy() | calls.Forced():
            return {name(e.card)}
        case ev.Confront() | calls.Accept() | calls.Agree() | calls.Option():
            return {name(e.card), name(e.struck)}
        case calls.Challenge():
            return {name(e.card), *map(name, e.options)}
        case calls.Propose() | calls.Multi() | calls.Join():
            return {name(e.card)}
        case ev.Reveal():
            return set(map(name, e.cards))
        case ev.Lay():
            return {name(e.up)}
        case ev.Win():
            return set(map(name, e.spoils)) if o.spoils_shown else set()
    return set()


def codes(row: object) -> set[str]:
    """Every card code in a JSON value."""
    if isinstance(row, dict):
        return set().union(*map(codes, row.values()), set())
    if isinstance(row, list):
        return set().union(*map(codes, row), set())
    return {row} if isinstance(row, str) and len(row) == 2 and row[1] in "cdhs" else set()


@examples(40)
@given(SEEDS)
@example(6749)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed):
    tape: list[Event] = []
    t, o = played(seed, 150, tape, change="on", multi="on")
    fields = {name(c) for seat in t.seats for c in field_cards(seat)}
    for viewer in (None, *range(t.players)):
        for e in tape:
            own = {name(e.card)} if isinstance(e, ev.Draw) and e.seat == viewer else set()
            assert codes(seen_by(e, viewer)) <= shown(e, o) | own
        hand = set() if viewer is None else {name(t.seats[viewer].hand)}
        view = GAME.view(t, o, viewer)
        assert codes(view.pop("last")) <= set().union(*(shown(e, o) for e in tape))
        plan = codes(view["plan"])
        # An open card that was proposed may have been captured since, so everyone knows it.
        proposed = {row["proposal"].pop("card") for row in view["challenges"] if row["proposal"]}
        told = [shown(e, o) for e in tape if isinstance(e, calls.Propose)]
        assert proposed - {None} <= set().union(*told)
        assert codes(view) - plan <= fields | hand
