"""What the table says about the moment: a title and a line of detail for the page, and what is
asked of a seat."""

from typing import Any

from games.rules.cards import NONE, RANK_WORDS, name
from games.rules.phrases import ENGLISH
from games.rules.words import SEATS, cards, say, win
from games.rules.ww3.legal import has_choice, is_asked
from games.rules.ww3.options import Options
from games.rules.ww3.state import (
    Answer,
    Cause,
    End,
    Phase,
    Table,
    alive,
    leaders,
    row,
    worth,
)
from games.rules.ww3.text.words import ENDS, STAGES
from games.rules.ww3.turn import can_beat

_VERBS = ("has", "holds")
_BACK = {
    Cause.TIE: "Equal cards: back to World War I",
    Cause.JOKER: "A joker: back to World War I",
    Cause.DOUBLE_HOLD: "Both held: back to World War I",
}


def rank_word(card: int) -> str:
    """`queen`, `joker`."""
    rank = worth(card)
    return RANK_WORDS[rank] if rank < len(RANK_WORDS) else "joker"


def word(card: int) -> str:
    """`a queen`, `an ace`, `a joker`."""
    said = rank_word(card)
    return ("an " if said in ("ace", "eight") else "a ") + said


def verdict(end: End, winners: list[int]) -> str:
    """Who won and why, in one sentence; winners are seats from 1."""
    return win([seat - 1 for seat in winners], SEATS, ENDS[end], ENGLISH)


def who(p: int, seat: int | None) -> str:
    """`You`, `Seat 2`."""
    return "You" if p == seat else f"Seat {p + 1}"


def call(t: Table, o: Options, seat: int | None) -> dict[str, str]:
    """Title and detail for the middle of the table."""
    if t.phase == Phase.DEALT:
        return say("The cards are dealt", f"{cards(t.centre.size)} in the centre")
    if t.phase == Phase.OVER:
        winners = [p + 1 for p in leaders(t, o.players)]
        return say("Game over", verdict(t.end, winners))
    if t.phase == Phase.ROUND_END:
        return call_round_end(t, seat)
    if t.phase == Phase.TURN:
        return call_turn(t, seat)
    if t.phase == Phase.TARGET:
        detail = f"{who(t.at, seat)} {'choose' if t.at == seat else 'chooses'} an opponent"
        return say("A joker: war", detail)
    return call_war(t, seat)


def call_round_end(t: Table, seat: int | None) -> dict[str, str]:
    """Who won the war of this round, if there was one, and who leads the next."""
    leads = who(t.leader, seat) + (" lead next" if t.leader == seat else " leads next")
    if not t.duel.over:
        return say(f"Round {t.rounds} is over", leads)
    if t.last_winner == NONE:
        return say("The war is drawn", f"Neither can turn a card. {leads}")
    verb = "win" if t.last_winner == seat else "wins"
    loser = "you" if t.last_loser == seat else who(t.last_loser, None)
    title = f"{who(t.last_winner, seat)} {verb} the war"
    return say(title, f"{cards(t.last_size)} from {loser}. {leads}")


def call_turn(t: Table, seat: int | None) -> dict[str, str]:
    """Whose turn it is and what has to be beaten."""
    detail = "Your turn" if t.at == seat else f"Seat {t.at + 1}'s turn"
    if t.top == NONE:
        return say(f"Round {t.rounds}", f"{detail} to lead")
    if t.at == seat and not can_beat(t, seat):
        detail += ": you cannot beat it"
    whose = "your" if t.owner == seat else f"Seat {t.owner + 1}'s"
    return say(f"To beat: {whose} {rank_word(t.top)}", detail)


def call_war(t: Table, seat: int | None) -> dict[str, str]:
    """The stage of the war, and what the two have."""
    a, b = t.duel.a, t.duel.b
    against = "you" if b == seat else who(b, seat)
    title = f"{STAGES[t.duel.stage - 1]}: {who(a, seat)} against {against}"
    rows = []
    if t.duel.back != NONE:
        rows.append(_BACK[Cause(t.duel.back)])
    for p in (b, a) if b == seat else (a, b):
        mine = t.seats[p]
        verb = ("hold" if mine.holds else "have") if p == seat else _VERBS[mine.holds]
        if mine.current != NONE:
            rows.append(f"{who(p, seat)} {verb} {word(mine.current)}")
    if t.phase == Phase.JOKER:
        owner = "Your" if t.duel.joker == seat else f"Seat {t.duel.joker + 1}'s"
        other = a if t.duel.joker == b else b
        first = "you hold" if other == seat else "their opponent holds"
        rows = [f"{owner} joker resets the war unless {first} first"]
    return say(title, ", ".join(rows) or "Both turn a card")


def asks(t: Table, o: Options, seat: int | None, until: int | None) -> dict[str, Any] | None:
    """What this seat can do now: the acts, the label of the button, what happens when time runs
    out, and what there is to choose from."""
    if seat is None or t.phase == Phase.OVER or t.seats[seat].out or not is_asked(t, seat):
        return None
    if t.phase == Phase.TURN:
        out = ask_turn(t, seat)
    elif t.phase == Phase.TARGET:
        q = [p + 1 for p in alive(t) if p != seat]
        silence = "If time runs out, the next player to your left is chosen."
        out = {"acts": ["target"], "label": "Choose an opponent", "silence": silence, "targets": q}
    elif t.phase == Phase.DRAW:
        ready = t.seats[seat].ready
        out = {"acts": [] if ready else ["draw"], "label": "Turn a card"}
        out["silence"] = "If time runs out, your card is turned."
    else:
        out = ask_call(t, seat)
    return {**out, "until": until} if out["acts"] else None


def ask_turn(t: Table, seat: int) -> dict[str, Any]:
    """Lay, fight, or decline."""
    if can_beat(t, seat):
        silence = "If time runs out, your highest card is laid."
        return {"acts": ["play"], "label": "Lay your highest card", "silence": silence}
    out: dict[str, Any] = {"acts": ["fight"], "label": "Fight"}
    out["silence"] = "If time runs out, you fight."
    if has_choice(t):
        out["acts"] = ["fight", "decline"]
        out["declines"] = [name(card) for card in row(t.seats[seat].shown)]
    return out


def ask_call(t: Table, seat: int) -> dict[str, Any]:
    """Hold or draw; in a joker window hold or reset."""
    if t.seats[seat].answer != Answer.OPEN:
        return {"acts": []}
    if t.phase == Phase.HOLD:
        silence = "If time runs out, you draw. Nobody sees your choice yet."
        return {"acts": ["hold", "draw"], "label": "Hold", "silence": silence}
    silence = "If nobody acts, the joker sends the war back to World War I."
    if t.duel.joker == seat:
        return {"acts": ["reset"], "label": "Reset", "silence": silence}
    return {"acts": ["hold"], "label": "Hold", "silence": silence}
