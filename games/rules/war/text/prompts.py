"""What the table says about the moment: a title and a line of detail for the page."""

from games.rules.cards import RANK_PLURALS, RANK_WORDS, rank
from games.rules.phrases import ENGLISH
from games.rules.war.options import Options
from games.rules.war.state import End, Phase, Reason, Table, leaders, pot_size
from games.rules.war.text.words import ENDS
from games.rules.words import SEATS, cards, say, win

_WINS = {
    Reason.ZERO: "Nobody else can lay a card",
    Reason.UNDERDOG: "The underdog wins",
    Reason.SLAP: "Slap!",
    Reason.SOLE: "Nobody else is left in the war",
}


def verdict(end: End, winners: list[int]) -> str:
    """Who won and why, in one sentence; winners are seats from 1."""
    return win([seat - 1 for seat in winners], SEATS, ENDS[end], ENGLISH, drawn=end == End.DEADLOCK)


def war_title(t: Table, o: Options) -> str:
    """What the war is about: `War: two tens`."""
    fighting = [seat for seat in t.seats if seat.fights]
    again = "again " if t.depth > 1 else ""
    word = "Peace" if o.peace else "War"
    ranks = [rank(seat.up) for seat in fighting]
    if len(set(ranks)) == 1:
        count = {2: "two", 3: "three"}.get(len(ranks), "")
        return f"{word} {again}over {count} {RANK_PLURALS[ranks[0]]}".replace("  ", " ")
    if any(seat.up >> 2 == o.auto for seat in fighting if seat.up >= 0):
        return f"Automatic {word.lower()} {again}on a {RANK_WORDS[o.auto]}".replace("  ", " ")
    return f"{word} {again}in a ring".replace("  ", " ")


def call(t: Table, o: Options, seat: int | None) -> dict[str, str]:
    """Title and detail for the middle of the table."""
    pot = pot_size(t)
    in_pot = f"{cards(pot)} in the pot" if pot else "The table is empty"
    if t.phase == Phase.DEALT:
        left = f", {cards(t.center.size)} in the middle" if t.center.size else ""
        counts = [t.seats[p].pile.size for p in range(o.players)]
        even = f"{counts[0]} each" if len(set(counts)) == 1 else ", ".join(map(str, counts))
        return say("The cards are dealt", even + left)
    if t.phase == Phase.FLIP:
        number = t.battles + 1
        return say(f"Battle {number}", in_pot if pot else "Everyone turns their top card")
    if t.phase == Phase.LAY:
        return say(war_title(t, o), f"{in_pot}, {lay_detail(t, o)}")
    if t.phase == Phase.SLAP:
        return say("Slap!", f"First to slap takes {cards(pot)}")
    if t.phase == Phase.UNDERDOG:
        word = RANK_WORDS[o.underdog]
        return say("Is there an underdog?", f"A face-down {word} turns the war around: {in_pot}")
    if t.phase == Phase.OVER:
        winners = [p + 1 for p in leaders(t)]
        return say("Game over", verdict(t.end, winners))
    mine = seat == t.winner
    who = "You take" if mine else f"Seat {t.winner + 1} takes"
    won = (
        f"{'You win' if mine else f'Seat {t.winner + 1} wins'} the {'war' if t.depth else 'battle'}"
    )
    return say(_WINS.get(t.reason, won), f"{who} {cards(pot)}")


def lay_detail(t: Table, o: Options) -> str:
    """How many cards are still to be laid in the war."""
    most = 5 if o.peace else 3
    sizes = [seat.pile.size for seat in t.seats if seat.fights]
    if o.short_equal and any(sizes):
        most = min(most, min(size for size in sizes if size) - 1)
    return f"{cards(sum(min(most + 1, size) for size in sizes))} to lay"
