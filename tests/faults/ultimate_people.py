"""Eight people at a table of Ultimate War that should go on for ever: legal acts of the view they
last saw.  Whenever it is known who wins a fight, it is the player with fewer cards; only players
who have long had no such act fight anyone."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from games.rules.cards import RANKS

View = dict[str, Any]
Deed = tuple[str, dict[str, Any]]
SOME = 3  # cards: players with fewer are left alone
FEW = 7  # cards: players with this many survive a war that nobody could foresee
MANY = 8  # cards: players with this many can be called to a war
MOVES, RARE, OPTIONS = 0.55, 0.2, 0.4  # probabilities of a move, a war or challenge, an option


def choice(view: View, now: float, luck: random.Random, *, bold: bool) -> Deed | None:
    """Something this seat may do at `now` (ms of the game); None: nothing, or nothing kind if not
    `bold`."""
    may = view["may"]
    if may["answer"]:
        return answer(view, luck)
    moves: list[Deed] = [(move, {}) for move, why in may["moves"].items() if not why]
    ready = now >= may["ready_at"]
    if moves and (not ready or luck.random() < MOVES):
        return luck.choice(moves)
    for kind in attacks(luck, bold) if ready else ():
        if deeds := list(kind(view, now)):
            return luck.choice(deeds)
    return luck.choice(moves) if moves else None


def attacks(luck: random.Random, bold: bool) -> list[Callable[[View, float], Iterator[Deed]]]:
    """The order in which attacks are tried."""
    rare = [wars, challenges] if luck.random() < RARE else []
    return [*rare, strikes, blind, *([any_strike] if bold else [])]


def answer(view: View, luck: random.Random) -> Deed:
    """Accept, or strike one of the options."""
    asked = view["may"]["answer"]
    number = asked["id"]
    free = [word for word, why in asked["option"].items() if not why]
    row = next(row for row in view["challenges"] if row["id"] == number)
    if free and row["options"] and luck.random() < OPTIONS:
        args = {"challenge": number, "src": luck.choice(free), "card": luck.choice(row["options"])}
        return "option", args
    return "accept", {"challenge": number}


def totals(view: View) -> tuple[int, dict[int, int]]:
    """Cards of the viewer, and of each other player still in."""
    rows = {seat["seat"]: seat["total"] for seat in view["seats"] if not seat["out"]}
    return rows.pop(view["you"], 0), rows


def sources(view: View) -> list[str]:
    return [word for word, why in view["may"]["sources"].items() if not why]


def strikes(view: View, _: float) -> Iterator[Deed]:
    """A known card against a field card, so that the player with more cards loses."""
    mine, others = totals(view)
    hand = view["seats"][view["you"] - 1]["hand"]
    known = [(word, hand if word == "hand" else word) for word in sources(view) if word != "stack"]
    for word, code in known:
        for seat, card in targets(view):
            higher = RANKS.index(code[0]) - RANKS.index(card[0])
            won, lost = (mine, others[seat]) if higher > 0 else (others[seat], mine)
            if higher and won <= lost >= SOME:
                yield "confront", {"src": word, "seat": seat, "card": card}


def blind(view: View, _: float) -> Iterator[Deed]:
    """The unseen top of the stack against a field card."""
    mine, others = totals(view)
    if "stack" in sources(view) and mine >= FEW:
        for seat, card in targets(view):
            if others[seat] >= FEW:
                yield "confront", {"src": "stack", "seat": seat, "card": card}


def any_strike(view: View, _: float) -> Iterator[Deed]:
    """Any card against any field card, whoever wins."""
    for word in sources(view):
        for seat, card in targets(view):
            yield "confront", {"src": word, "seat": seat, "card": card}


def targets(view: View) -> Iterator[tuple[int, str]]:
    """The field cards of the others."""
    open_to = {row["seat"] for row in view["may"]["targets"] if not row["field"]}
    for seat in view["seats"]:
        if seat["seat"] in open_to:
            for card in seat["field"]:
                yield seat["seat"], card["card"]


def challenges(view: View, _: float) -> Iterator[Deed]:
    """A card against a hidden one, with a field card as option."""
    mine, others = totals(view)
    offers = [card for card, why in view["may"]["offers"].items() if not why]
    for row in view["may"]["targets"] if mine >= FEW else ():
        for zone in ("stack", "hand"):
            if row[zone] or others.get(row["seat"], 0) < FEW:
                continue
            for word in sources(view):
                if options := [card for card in offers if card != word]:
                    args = {"src": word, "seat": row["seat"], "zone": zone, "options": options}
                    yield "challenge", args


def wars(view: View, now: float) -> Iterator[Deed]:
    """A war on a player without a field card for too long."""
    mine, others = totals(view)
    for row in view["may"]["targets"] if mine >= MANY else ():
        since = view["seats"][row["seat"] - 1]["war_at"]
        late = since is not None and since <= now
        if late and not row["war"] and others.get(row["seat"], 0) >= MANY:
            yield "war", {"seat": row["seat"]}
