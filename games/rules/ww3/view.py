"""The view of a seat or a spectator on a game of World War III (sections 0.4, 3.2, 3.10).

Pick-up piles and the centre are shown as numbers of cards, hands only to their owners, discard
piles and declared twos to everyone.  Calls in a window are hidden until the window is judged,
except that a player who has answered is no longer asked.  Other players cannot see whether the
player whose turn it is has a choice."""

from functools import lru_cache
from typing import Any

from games.rules.cards import NONE, UNKNOWN, BigPile, listed, name, names
from games.rules.game import result_row
from games.rules.view_types import Reveal
from games.rules.ww3 import play
from games.rules.ww3.legal import WAR, has_choice, is_asked
from games.rules.ww3.options import Options
from games.rules.ww3.state import (
    Answer,
    Cause,
    Phase,
    Row,
    Table,
    alive,
    fill_row,
    hide,
    in_war,
    leaders,
    places,
    precedence,
    row,
)
from games.rules.ww3.turn import can_beat
from games.rules.ww3.view_types import (
    Duel,
    DuelWin,
    Laid,
    OwnHand,
    Side,
    WorldWarThreeAsks,
    WorldWarThreeSeat,
    WorldWarThreeView,
)


def view(t: Table, o: Options, seat: int | None) -> WorldWarThreeView:
    """The game as `seat` (None: a spectator) may see it, ready for JSON; seats count from 1.
    `turn` changes whenever a new decision opens; `since` is the time when that happened.  While
    `reveal.open` is true calls are accepted from `show_at` to `ends`."""
    until = seen_until(t, o, seat)
    return {
        "game": "ww3",
        "phase": t.phase.name.lower(),
        "you": None if seat is None else seat + 1,
        "number": t.rounds,
        "wars": t.wars,
        "centre": t.centre.size,
        "removed": codes(t.removed),
        "turn": t.turn,
        "since": t.since,
        "until": until,
        "leader": number(t.leader),
        "at": number(t.at) if t.phase in (Phase.TURN, Phase.TARGET) else None,
        "laid": laid(t),
        "top": None if t.top == NONE else {"card": name(t.top), "seat": t.owner + 1},
        "seats": [seat_view(t, o, p, seat) for p in range(o.players)],
        "war": war(t),
        "reveal": reveal(t, o),
        "last": last(t),
        "rules": {"secret": o.secret, "cap": o.cap, "solo": o.solo},
        "asks": asks(t, o, seat, until),
        "result": (
            result_row(t.end, leaders(t, o.players), places(t, o.players)) if t.end else None
        ),
    }


def blind(t: Table, o: Options, seat: int | None) -> Table:
    """A copy of the game in which everything that `seat` (None: a spectator) may not know is
    UNKNOWN: pick-up piles, the centre, other hands, and calls in this window.  The view of the copy
    is the same."""
    new = t.copy()
    hide(new.centre)
    for p in range(o.players):
        hide(new.seats[p].pickup)
        hide(new.seats[p].hand)
        if p == seat:
            fill_row(new.seats[p].hand, sorted(row(t.seats[p].hand)))  # it has no order
        else:
            new.seats[p].answer = Answer.OPEN
            new.seats[p].eff = UNKNOWN
    until = seen_until(t, o, seat)
    new.until = NONE if until is None else until
    new.rng = 0
    return new


def open_view(t: Table, o: Options) -> WorldWarThreeView:
    """The view with all cards open, hands and piles included; for finished games."""
    out = view(t, o, None)
    for p, line in enumerate(out["seats"]):
        line["hand"] = hand_of(t.seats[p].hand)
        line["cards"] = codes(t.seats[p].pickup)
    out["centre_cards"] = codes(t.centre)
    return out


def number(seat: int) -> int | None:
    """The number of a seat, counted from 1; None for NONE."""
    return None if seat == NONE else seat + 1


def codes(pile: BigPile) -> list[str]:
    return names(listed(pile))


def seen_until(t: Table, o: Options, seat: int | None) -> int | None:
    """The end (ms) of this phase as far as this viewer may know it: the time must reveal neither a
    call that shortens a window, nor whether another player has a choice."""
    if t.until == NONE:
        return None
    if t.phase == Phase.HOLD or t.phase == Phase.JOKER:
        return play.until(t, o)
    if t.phase == Phase.TURN and t.at != seat:
        might = t.top != NONE and t.seats[t.at].shown.size > 0
        return t.since + (play.CHOICE_MS if might else play.FORCED_MS)
    return t.until


def hand_of(hand: Row) -> list[str]:
    """The cards of a hand, beginning with the card that must be laid."""
    return list(_sorted(tuple(row(hand))))


@lru_cache(maxsize=1024)  # hands are read more often than they change
def _sorted(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(names(sorted(cards, key=precedence, reverse=True)))


def seat_view(t: Table, o: Options, p: int, viewer: int | None) -> WorldWarThreeSeat:
    """One seat as the viewer sees it.  `must` is the index of the card that must be laid, in the
    hand sorted from the highest card."""
    seat = t.seats[p]
    over = t.phase == Phase.OVER
    view: WorldWarThreeSeat = {
        "seat": p + 1,
        "pickup": seat.pickup.size,
        "hand": ["??"] * seat.hand.size,
        "must": None,
        "discard": codes(seat.discard),
        "shown": names(row(seat.shown)),
        "captured": seat.captured,
        "fights": in_war(t, p),
        "ready": seat.ready and t.phase == Phase.DRAW,
        "auto": seat.auto,
        "out": seat.out,
        "place": places(t, o.players)[p] if over else None,
        "won": p in leaders(t, o.players) if over else False,
    }
    return {**view, **own_fields(t, o, p)} if viewer == p else view


def own_fields(t: Table, o: Options, p: int) -> OwnHand:
    """The fields of seat p's row that only p may see: the hand, and the card to lay."""
    hand = hand_of(t.seats[p].hand)
    return {"hand": hand, "must": 0} if hand else {}


def war(t: Table) -> Duel | None:
    """The current war, or the war that ended this round: its stage, and for both sides all cards
    turned, the card that counts, the cards of the present run by stage, and the stage whose card is
    held.  If `back` is set (tie, joker, double_hold), the run shown is void."""
    over = t.duel.over and t.phase in (Phase.ROUND_END, Phase.OVER)
    if not over and t.phase not in WAR:
        return None
    duel = t.duel
    sides = list[Side]()
    for p, first, cards, held in (
        (duel.a, duel.from_a, duel.cards_a, duel.held_a),
        (duel.b, duel.from_b, duel.cards_b, duel.held_b),
    ):
        seat = t.seats[p]
        sides.append(
            {
                "seat": p + 1,
                "card": None if seat.current == NONE else name(seat.current),
                "holds": seat.holds,
                "forced": seat.holds and not seat.called,
                "turned": codes(seat.discard)[first:],
                "row": [None if card == NONE else name(card) for card in cards],
                "held": held or None,
            }
        )
    return {
        "why": duel.why.name.lower(),
        "stage": duel.stage,
        "sides": sides,
        "joker": number(duel.joker),
        "back": None if duel.back == NONE else Cause(duel.back).name.lower(),
        "over": over,
    }


def laid(t: Table) -> list[Laid]:
    """The cards laid in this round, in order, with their seats."""
    pairs = zip(t.laid.seats, t.laid.cards[: t.laid.size], strict=False)
    return [{"seat": p + 1, "card": name(card)} for p, card in pairs]


def reveal(t: Table, o: Options) -> Reveal | None:
    if t.reveal == 0:
        return None
    running = t.phase == Phase.HOLD or t.phase == Phase.JOKER
    ends = play.until(t, o) if running else None
    return {"id": t.reveal, "show_at": t.show_at, "open": running, "ends": ends}


def last(t: Table) -> DuelWin | None:
    if t.last_winner == NONE:
        return None
    return {"winner": t.last_winner + 1, "loser": t.last_loser + 1, "size": t.last_size}


def asks(t: Table, o: Options, seat: int | None, until: int | None) -> WorldWarThreeAsks | None:
    """The acts open to this seat now, the choices of each act, and the deadline; None without
    acts."""
    if seat is None or t.phase == Phase.OVER or t.seats[seat].out or not is_asked(t, seat):
        return None
    out: WorldWarThreeAsks = {"acts": acts_of(t, seat), "until": until}
    if t.phase == Phase.TARGET:
        out["targets"] = [p + 1 for p in alive(t) if p != seat]
    if "decline" in out["acts"]:
        out["declines"] = [name(card) for card in row(t.seats[seat].shown)]
    return out if out["acts"] else None


def acts_of(t: Table, seat: int) -> list[str]:
    """The acts of a seat that is asked, the main one first."""
    if t.phase == Phase.TURN:
        if can_beat(t, seat):
            return ["play"]
        return ["fight", "decline"] if has_choice(t) else ["fight"]
    if t.phase == Phase.TARGET:
        return ["target"]
    if t.phase == Phase.DRAW:
        return [] if t.seats[seat].ready else ["draw"]
    if t.seats[seat].answer != Answer.OPEN:
        return []
    if t.phase == Phase.HOLD:
        return ["hold", "draw"]
    return ["reset"] if t.duel.joker == seat else ["hold"]


def standing(t: Table, o: Options) -> dict[str, Any]:
    """The facts that lists and the chart of card shares show: cards in each pick-up pile and in the
    centre, round, wars, and cards captured by each seat."""
    seats = t.seats[: o.players]
    return {
        "counts": [seat.pickup.size for seat in seats],
        "pot": t.centre.size,
        "number": t.rounds,
        "wars": t.wars,
        "captured": [seat.captured for seat in seats],
    }
