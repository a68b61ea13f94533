"""Bots that play Ultimate War (section 2.13): random legal, greedy, and five personas, each one
note of the strategy hints.  A bot knows the view of its seat and nothing else; its luck is made
anew for every decision (see `luck`), so the same view gives the same intent at any later time.

Ranks are 0 (two) .. 12 (ace).  Nobody reacts in less than REACTION_MS to what has just happened."""

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.bots.intent import Intent
from games.bots.players import Players
from games.rules.cards import JACK, KING, RANKS

View = Mapping[str, Any]
REACTION_MS = 250
PATIENCE_MS = 4_000  # with nothing worth doing, something is done after this
FIVE, SIX, NINE, TEN, QUEEN = 3, 4, 7, 8, 10
UNSEEN = 6  # what an unseen card is taken to be worth


class Level(NamedTuple):
    """A way to play: the mean of its pauses between acts (ms), what it does when it is free."""

    name: str
    line: str
    pause: int
    plan: Callable[["Sight"], "Wish | None"]
    accepts: bool = False  # gladly, with a low hand card


class Wish(NamedTuple):
    """An act, and the earliest time (ms of the game) at which it may be done."""

    act: str
    args: dict[str, object]
    after: int = 0


class Card(NamedTuple):
    """A field card of somebody else."""

    seat: int
    code: str
    rank: int
    since: int


class Source(NamedTuple):
    """Something to fight with; the top of the stack is worth what an unseen card is."""

    word: str
    rank: int


def luck(seed: int, seat: int, turn: int) -> random.Random:
    """The luck of one decision: `seed` of the bot, its seat, and `turn` of the view."""
    return random.Random(f"{seed}|{seat}|{turn}")


def rank(code: str) -> int:
    """The rank of a card."""
    return RANKS.index(code[0])


class Sight:
    """What a bot makes of its view."""

    def __init__(self, view: View, luck: random.Random) -> None:
        self.view, self.luck, self.may = view, luck, view["may"]
        self.you: int = view["you"]
        self.me = view["seats"][self.you - 1]
        self.hand = rank(self.me["hand"]) if self.me["hand"] else -1
        self.free = [word for word, code in self.may["sources"].items() if not code]
        self.sources = sorted((Source(w, self.worth(w)) for w in self.free), key=by_rank)
        self.field = [s for s in self.sources if s.word not in ("hand", "stack")]
        self.others = [row for row in view["seats"] if row["seat"] != self.you and not row["out"]]
        cards = [(row["seat"], card) for row in self.others for card in row["field"]]
        self.targets = sorted(
            (Card(seat, c["card"], rank(c["card"]), c["since"]) for seat, c in cards),
            key=lambda card: -card.rank,
        )

    def worth(self, word: str) -> int:
        """The rank of a source, as far as it is known."""
        return {"hand": self.hand, "stack": UNSEEN}[word] if len(word) > 2 else rank(word)

    def can(self, move: str) -> bool:
        """Is this move of a card open?"""
        return not self.may["moves"][move]

    def strike(self, source: str, card: Card) -> Wish:
        """Confront a field card; not before it has been seen."""
        args = {"src": source, "seat": card.seat, "card": card.code}
        return Wish("confront", args, max(self.may["ready_at"], card.since + REACTION_MS))


def by_rank(source: Source) -> int:
    """Cheapest first."""
    return source.rank


def move(act: str) -> Wish:
    """Draw, play or deploy."""
    return Wish(act, {})


def capture(s: Sight, keep: tuple[str, ...] = ()) -> Wish | None:
    """Take the highest field card one of the known cards beats, with the cheapest such card (not
    those to `keep`)."""
    known = [source for source in s.sources if source.word not in (*keep, "stack")]
    for card in s.targets:
        for source in known:
            if source.rank > card.rank:
                return s.strike(source.word, card)
    return None


def nibble(s: Sight, keep: tuple[str, ...] = ()) -> Wish | None:
    """Take the field card that is beaten with the smallest surplus."""
    known = [source for source in s.sources if source.word not in (*keep, "stack")]
    pairs = [(a.rank - b.rank, a, b) for a in known for b in s.targets if a.rank > b.rank]
    if not pairs:
        return None
    _, source, card = min(pairs, key=lambda pair: (pair[0], -pair[2].rank))
    return s.strike(source.word, card)


def blind(s: Sight, upto: int) -> Wish | None:
    """Strike the lowest field card, up to this rank, with the unseen top of the stack."""
    if "stack" not in s.free or not s.targets or s.targets[-1].rank > upto:
        return None
    return s.strike("stack", s.targets[-1])


def war(s: Sight, wait: int = 1_000) -> Wish | None:
    """Call a war where it is allowed, or will be in `wait` ms: with little to lose, or much to
    win."""
    soon = s.view["since"] + wait
    for row in s.may["targets"]:
        target = s.view["seats"][row["seat"] - 1]
        worth_it = s.me["stack"] <= 6 or target["stack"] >= 12
        if row["war"] == "" and worth_it and (target["war_at"] or 0) <= soon:
            after = max(s.may["ready_at"], target["war_at"] + REACTION_MS)
            return Wish("war", {"seat": row["seat"]}, after)
    return None


def challenge(s: Sight, source: str, option: str, zones: tuple[str, ...]) -> Wish | None:
    """Challenge a zone of somebody, with this option."""
    open_zones = [
        (row["seat"], zone) for row in s.may["targets"] for zone in zones if row[zone] == ""
    ]
    if not open_zones or option == source or source not in s.free:
        return None
    seat, zone = s.luck.choice(open_zones)
    args: dict[str, object] = {"src": source, "seat": seat, "zone": zone, "options": [option]}
    return Wish("challenge", args, s.may["ready_at"])


def call_table(s: Sight) -> Wish | None:
    """Stop the table with a strong hand, now and then."""
    if s.may["call_at"] is None or s.hand < KING or "hand" not in s.free:
        return None
    if s.luck.random() < 0.9:
        return None
    return Wish("multi", {"src": "hand", "force": "highest"}, s.may["call_at"])


def furnish(s: Sight, cards: int) -> Wish | None:
    """Have so many cards on the field."""
    return move("deploy") if len(s.me["field"]) < cards and s.can("deploy") else None


def hoarder(s: Sight) -> Wish | None:
    """The hand is a cache for high cards, the field the dump for low ones."""
    if s.can("draw"):
        return move("draw")
    best = s.field[-1] if s.field else None
    if s.hand >= QUEEN and best and best.rank >= JACK:
        wish = challenge(s, "hand", best.word, ("hand",))
        if wish and s.luck.random() < 0.5:
            return wish
    wish = nibble(s)
    if wish:
        return wish
    if 0 <= s.hand < TEN and s.can("play"):
        return move("play")
    return blind(s, FIVE) or furnish(s, 1)


def decoy(s: Sight) -> Wish | None:
    """A low card stays in the hand, high ones are spent at once."""
    if s.hand > NINE and "hand" in s.free:
        prey = [card for card in s.targets if card.rank < s.hand]
        if prey:
            return s.strike("hand", prey[0])
        if s.can("play"):
            return move("play")
    if s.can("draw"):
        return move("draw")
    return capture(s, ("hand",)) or blind(s, FIVE) or furnish(s, 1)


def bully(s: Sight) -> Wish | None:
    """One king or ace on the field is the option for many challenges."""
    if s.can("draw"):
        return move("draw")
    strong = s.field[-1] if s.field and s.field[-1].rank >= KING else None
    if not strong and s.hand >= KING and s.can("play"):
        return move("play")
    if strong:
        source = "hand" if s.hand >= JACK else "stack"
        wish = challenge(s, source, strong.word, ("hand", "stack"))
        if wish and s.luck.random() < (0.9 if source == "hand" else 0.3):
            return wish
    wish = nibble(s, (strong.word,) if strong else ())
    return wish or blind(s, FIVE) or furnish(s, 1)


def martyr(s: Sight) -> Wish | None:
    """A low card is sacrificed for a high field card: it goes under its owner's stack, and he
    has lost his option."""
    known = [source for source in s.sources if source.word != "stack"]
    high = [card for card in s.targets if card.rank >= QUEEN]
    if high and known and known[0].rank <= SIX and s.luck.random() < 0.35:
        return s.strike(known[0].word, high[0])
    return capture(s) or greedy_rest(s, 1)


def hunter(s: Sight) -> Wish | None:
    """The highest field card that can be taken, whatever it costs; low ones blindly."""
    wish = capture(s)
    if wish or s.can("draw"):
        return wish or move("draw")
    return blind(s, SIX) or furnish(s, 1)


def greedy(s: Sight) -> Wish | None:
    """Take the highest card there is to take; keep one on the field."""
    return capture(s) or greedy_rest(s, 1)


def greedy_rest(s: Sight, cards: int) -> Wish | None:
    """A card in the hand, some on the field."""
    if s.can("draw"):
        return move("draw")
    return furnish(s, cards)


def anything(s: Sight) -> Wish | None:
    """Nothing seems worth it: put something down, play, or strike the lowest card blindly."""
    if s.can("deploy"):
        return move("deploy")
    if s.can("play"):
        return move("play")
    if s.targets and s.sources:
        return s.strike(s.sources[-1].word, s.targets[-1])
    return war(s, 3_600_000)


def any_legal(s: Sight) -> Wish | None:
    """One of all legal acts, each as likely as another."""
    wishes = [move(act) for act in ("draw", "play", "deploy") if s.can(act)]
    wishes += [s.strike(word, card) for word in s.free for card in s.targets]
    for row in s.may["targets"]:
        zones = tuple(zone for zone in ("stack", "hand") if row[zone] == "")
        for word in s.free if zones else []:
            for option in s.field:
                wish = challenge(s, word, option.word, zones)
                wishes += [wish] if wish else []
        target = s.view["seats"][row["seat"] - 1]
        if row["war"] == "":
            after = max(s.may["ready_at"], target["war_at"] + REACTION_MS)
            wishes.append(Wish("war", {"seat": row["seat"]}, after))
    if s.may["call_at"] is not None:
        force = s.luck.choice(("lowest", "highest", "none"))
        calls = [Wish("multi", {"src": w, "force": force}, s.may["call_at"]) for w in s.free]
        wishes += calls
    soon = [wish for wish in wishes if wish.after <= s.view["since"] + PATIENCE_MS]
    return s.luck.choice(soon) if soon else None


LEVELS = {
    "random": Level("Random", "Does anything that is allowed.", 1500, any_legal),
    "greedy": Level("Looter", "Takes the best card it can.", 1200, greedy),
    "hoarder": Level("Hoarder", "Keeps high cards in the hand, dumps low ones.", 1000, hoarder),
    "decoy": Level("Decoy", "Guards a low card in the hand.", 1000, decoy, accepts=True),
    "bully": Level("Bully", "Challenges everybody behind one high card.", 1000, bully),
    "martyr": Level("Martyr", "Gives a low card to break a high one.", 1000, martyr),
    "hunter": Level("Hunter", "Goes for the highest card in sight.", 1000, hunter),
}


def choose(view: View, level: str, luck: random.Random) -> Intent | None:
    """What the seat that sees this view does next; None: nothing before something changes.

    Raises:
        KeyError: there is no such level.
    """
    manner = LEVELS[level]
    asks = view["asks"]
    if asks is None or view["may"] is None or view["plan"] is not None:
        return None
    reading = luck.randint(600, 1500) + 300
    pause = 300 + round(luck.expovariate(1 / manner.pause))
    s = Sight(view, luck)
    wish = answer(s, manner, asks["acts"])
    if wish:
        return due(view, wish, reading)
    wish = manner.plan(s) if level == "random" else war(s) or call_table(s) or manner.plan(s)
    if wish:
        return due(view, wish, pause)
    wish = anything(s)
    return due(view, wish, pause + PATIENCE_MS) if wish else None


def due(view: View, wish: Wish, delay: int) -> Intent:
    """The wish as an intent: not before its time."""
    after = max(view["touched"] + REACTION_MS, wish.after)
    if view["clocks"]["pulse"] is not None:
        after = 0
    return Intent(wish.act, wish.args, min(max(delay, after - view["since"]), 3_600_000))


def answer(s: Sight, manner: Level, acts: list[str]) -> Wish | None:
    """What is asked of this seat, if anything is."""
    if "join" in acts:
        return join(s)
    if "consent" in acts:
        return consent(s)
    return respond(s, manner) if "accept" in acts else None


def join(s: Sight) -> Wish:
    """Put a strong card in, or a blind one; else pass."""
    if s.sources:
        best = s.sources[-1]
        if best.rank >= QUEEN:
            return Wish("join", {"src": best.word})
        if "stack" in s.free and s.luck.random() < 0.6:
            return Wish("join", {"src": "stack"})
    return Wish("pass", {})


def consent(s: Sight) -> Wish:
    """Take the other card if it is beaten, or unseen and luck says so."""
    own = next(c for c in s.view["challenges"] if c["seat"] == s.you)
    offered = own["proposal"]["card"]
    zone = own["source"]["zone"]
    mine = rank(own["source"]["card"]) if zone == "field" else UNSEEN
    mine = s.hand if zone == "hand" else mine
    yes = mine > rank(offered) if offered else s.luck.random() < 0.5
    return Wish("consent", {"challenge": own["id"], "yes": yes})


def respond(s: Sight, manner: Level) -> Wish:
    """Accept with a good or a worthless card; else take the weakest option one of one's own
    cards beats, with the cheapest such card; else accept."""
    c = next(c for c in s.view["challenges"] if c["target"] == s.you)
    number = c["id"]
    accept = Wish("accept", {"challenge": number})
    mine = s.hand if c["zone"] == "hand" else UNSEEN
    if mine >= JACK or (manner.accepts and c["zone"] == "hand" and mine <= NINE):
        return accept
    usable = sorted([*s.sources, Source(c["zone"], mine)], key=by_rank)
    for option in sorted(c["options"], key=rank):
        for source in usable:
            if source.rank > rank(option) and source.word != "stack":
                args = {"challenge": number, "src": source.word, "card": option}
                return Wish("option", args)
    low = [source for source in s.sources if source.rank <= 2]
    if "change" in s.view["asks"]["acts"] and mine > TEN - 2 and low and s.luck.random() < 0.5:
        return Wish("change", {"challenge": number, "src": low[0].word})
    return accept


PLAYERS = Players(
    {key: (level.name, level.line) for key, level in LEVELS.items()},
    choose,
    luck,
    usual=("hunter", "hoarder", "bully", "decoy", "martyr", "greedy", "random"),
)
