"""The view of a seat or a spectator on a game of War (sections 0.4, 1.10).

Piles are shown as numbers of cards.  Face-down cards on the table are `??`, unless the underdog
check or shown spoils have turned them over."""

from typing import Any

from games.rules.cards import NONE, RANKS, UNKNOWN, hide, listed, name, one
from games.rules.game import result_row
from games.rules.view_types import Asks
from games.rules.war.options import Options
from games.rules.war.play import is_asked
from games.rules.war.slaps import is_possible
from games.rules.war.state import Phase, Seat, Table, leaders, places, pot_size
from games.rules.war.view_types import WarReveal, WarSeat, WarView, WarWin


def view(t: Table, o: Options, seat: int | None) -> WarView:
    """The game as `seat` (None: a spectator) may see it, ready for JSON; seats count from 1.  While
    `reveal.open` is true the slap window runs from `show_at` to `ends`.  `turn` changes whenever a
    new decision opens; `since` is the time when that happened."""
    over = t.phase == Phase.OVER
    return {
        "game": "war",
        "phase": t.phase.name.lower(),
        "you": None if seat is None else seat + 1,
        "number": t.battles,
        "wars": t.wars,
        "depth": t.depth,
        "pot": pot_size(t),
        "center": t.center.size,
        "turn": t.turn,
        "since": t.since,
        "until": None if t.until == NONE else t.until,
        "seats": [seat_view(t, o, p, seat) for p in range(o.players)],
        "reveal": reveal(t, o),
        "last": last(t),
        "asks": asks(t, o, seat),
        "result": result_row(t.end, leaders(t), places(t, o.players)) if over else None,
    }


def blind(t: Table, o: Options, seat: int | None) -> Table:
    """A copy of the game in which everything that `seat` (None: a spectator) may not know is
    UNKNOWN: piles, face-down cards, who has slapped.  The view of the copy is the same."""
    new = t.copy()
    visible = 0
    for p in range(o.players):
        mine = turned(t, o, p, seat)
        visible |= mine
        hide(new.seats[p].pile)
        hide(new.seats[p].played, ~t.face_down | mine)
        new.seats[p].down &= mine
        if p != seat and t.phase == Phase.SLAP:
            new.seats[p].eff = UNKNOWN
    new.face_down &= visible
    hide(new.center)
    new.kept_ranks = [NONE] * len(new.kept_ranks)
    new.rng = 0
    return new


def open_view(t: Table, o: Options) -> WarView:
    """The view with all cards open, piles included; for finished games."""
    out = view(t, o, None)
    for p, row in enumerate(out["seats"]):
        row["cards"] = [name(card) for card in listed(t.seats[p].pile)]
        row["lane"] = lane(t, t.seats[p], t.face_down)
    out["center_cards"] = [name(card) for card in listed(t.center)]
    return out


def seat_view(t: Table, o: Options, p: int, viewer: int | None) -> WarSeat:
    seat = t.seats[p]
    over = t.phase == Phase.OVER
    won = p in leaders(t) if over else t.phase == Phase.COLLECT and p == t.winner
    place = places(t, o.players)[p] if over else None
    return {
        "seat": p + 1,
        "pile": seat.pile.size,
        "lane": lane(t, seat, turned(t, o, p, viewer)) if seat.played.size else [],
        "fights": seat.fights,
        "ready": seat.ready,
        "auto": seat.auto,
        "out": seat.out,
        "locked": seat.locked >= t.battles > 0,
        "place": place,
        "won": won,
    }


def own_fields(t: Table, o: Options, p: int) -> dict[str, Any]:
    """The fields of seat p's row that only p sees in this form."""
    return {"lane": lane(t, t.seats[p], turned(t, o, p, p))}


def open_fields(t: Table, o: Options, p: int) -> dict[str, Any]:
    """The fields of seat p's row that change when all its cards are turned over."""
    return {"lane": lane(t, t.seats[p], t.face_down)}


def turned(t: Table, o: Options, p: int, viewer: int | None) -> int:
    """The face-down cards of seat p that this viewer may see, as a set."""
    seat = t.seats[p]
    if o.spoils_shown and t.phase == Phase.COLLECT:
        return t.face_down
    if seat.checked and (seat.hit or o.spoils_shown or viewer == p):
        return seat.down
    return 0


def lane(t: Table, seat: Seat, seen: int) -> list[list[str]]:
    """The cards that a seat has on the table, by stage: the battle card, then for each war the
    face-down cards and the open card.  A seat that could not lay has fewer stages."""
    stages: list[list[str]] = []
    stage: list[str] = []
    for card in listed(seat.played):
        down = card == UNKNOWN or bool(t.face_down & one(card))
        stage.append("??" if down and not (card >= 0 and seen & one(card)) else name(card))
        if not down:
            stages.append(stage)
            stage = []
    return [*stages, stage] if stage else stages


def reveal(t: Table, o: Options) -> WarReveal | None:
    """The last reveal of cards; `ranks` are the ranks that can be slapped at this table."""
    if t.reveal == 0:
        return None
    running = t.phase == Phase.SLAP
    return {
        "id": t.reveal,
        "show_at": t.show_at,
        "open": running,
        "ends": t.show_at + o.slap_window if running else None,
        "ranks": [RANKS[r] for r in (o.slap, o.slap2) if r != NONE],
    }


def last(t: Table) -> WarWin | None:
    if t.last_winner == NONE:
        return None
    reason = t.last_reason.name.lower()
    return {"winner": t.last_winner + 1, "reason": reason, "size": t.last_size}


_ASKS = {Phase.FLIP: "flip", Phase.LAY: "lay", Phase.UNDERDOG: "check"}


def asks(t: Table, o: Options, seat: int | None) -> Asks | None:
    """The acts open to this seat now, and the time at which the table acts for it; None without
    acts."""
    if seat is None or t.phase == Phase.OVER or t.seats[seat].out:
        return None
    me = t.seats[seat]
    acts: list[str] = []
    if t.phase in _ASKS and is_asked(t, seat) and not me.ready:
        acts.append(_ASKS[t.phase])
    elif t.phase == Phase.COLLECT and not me.ready:
        acts.append("flip")
    if is_armed(t, o, seat):
        acts.append("slap")
    if not acts:
        return None
    until = None if t.until == NONE else t.until
    return {"acts": acts, "until": until}


def is_armed(t: Table, o: Options, p: int) -> bool:
    """Whether seat p, who is still in, is offered a slap: while cards lie open, even if the slap
    would be a mistake."""
    return is_possible(t, o, p) and t.phase not in (Phase.DEALT, Phase.FLIP)


def standing(t: Table, o: Options) -> dict[str, Any]:
    """The facts that lists and the chart of card shares show: cards in each pile and in the pot,
    which includes the centre."""
    counts = [t.seats[p].pile.size for p in range(o.players)]
    return {"counts": counts, "pot": pot_size(t), "number": t.battles, "wars": t.wars}
