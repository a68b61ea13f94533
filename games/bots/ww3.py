"""Bots that play World War III (section 3.16).  Decisions are holding, declining, and whom a joker
hits; laying, fighting and turning only pace the game.

A bot knows the view of its seat and nothing else.  Its luck is made anew for every decision (see
`luck`), so the same view gives the same intent at any later time.

The values of holding are those of section 3.16, with the cards that lie open counted out: each
card a player turns is taken to be any card not seen yet."""

import math
import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.bots.intent import Intent
from games.bots.players import Players
from games.rules.cards import RANKS

View = Mapping[str, Any]
JACK, NINE, JOKER = 9, 7, 13  # worths: two is 0, ace 12


class Level(NamedTuple):
    """How a bot plays.  Times in ms: `median` of its reaction in races, `quick`..`slow` for
    moves without a choice; `floor` is the fastest reaction."""

    name: str
    line: str
    median: int
    quick: int
    slow: int
    floor: int = 250


LEVELS = {
    "recruit": Level("Recruit", "Holds, declines and aims by the toss of a coin.", 700, 600, 2000),
    "sergeant": Level(
        "Sergeant", "Holds whatever is higher, never fights unasked.", 500, 500, 1400
    ),
    "general": Level("General", "Counts the cards and knows what a hold is worth.", 380, 400, 1000),
}
HOUSE = "house"  # the opponent of the solo game: his policy is printed (3.12)
HOUSE_HOLD_MS, HOUSE_JOKER_MS, HOUSE_MOVE_MS = 1_500, 1_200, 700


def luck(seed: int, seat: int, turn: int) -> random.Random:
    """The luck of one decision: `seed` of the bot, its seat, and `turn` of the view."""
    return random.Random(f"{seed}|{seat}|{turn}")


def choose(view: View, level: str, luck: random.Random) -> Intent | None:
    """What the seat that sees this view does next; None: nothing before the view's `turn`
    changes.  `level` is one of `LEVELS`, or `HOUSE`.

    Raises:
        KeyError: there is no such level.
    """
    manner = Level("The General", "", 0, HOUSE_MOVE_MS, HOUSE_MOVE_MS)
    manner = manner if level == HOUSE else LEVELS[level]
    asks = view["asks"]
    if asks is None:
        return None
    pause = luck.randint(manner.quick, manner.slow)
    acts = asks["acts"]
    if "target" in acts:
        return Intent("target", {"opponent": TARGETS[level](view, luck)}, pause)
    if "decline" in acts and DECLINES[level](view, luck):
        return Intent("decline", {"card": asks["declines"][0]}, pause)
    if view["phase"] == "hold":
        return call(view, level, luck, "hold") if HOLDS[level](view, luck) else quiet(view, pause)
    if view["phase"] == "joker":
        wants = "reset" in acts or HOLDS[level](view, luck)
        return call(view, level, luck, acts[0]) if wants else None
    return Intent(acts[0], {}, quiet(view, pause).delay_ms if acts[0] == "draw" else pause)


def quiet(view: View, pause: int) -> Intent:
    """Not holding, or turning the next card: not before the cards are on show."""
    shown = view["reveal"]["show_at"] if view["reveal"] else view["since"]
    return Intent("draw", {}, max(0, shown - view["since"]) + pause)


def call(view: View, level: str, luck: random.Random, act: str) -> Intent | None:
    """A call of a race: `rt` is the reaction that counts, and the bot acts exactly then."""
    reveal = view["reveal"]
    if level == HOUSE:
        rt = HOUSE_HOLD_MS if view["phase"] == "hold" else HOUSE_JOKER_MS
    else:
        drawn = math.exp(luck.gauss(math.log(LEVELS[level].median), 0.25))
        rt = max(LEVELS[level].floor, round(drawn))
    if reveal["show_at"] + rt >= reveal["ends"]:
        return None
    delay = max(0, reveal["show_at"] + rt - view["since"])
    return Intent(act, {"reveal": reveal["id"], "rt": rt}, delay)


# What a view says --------------------------------------------------------------------------


def worth(code: str) -> int:
    """0 (two) .. 12 (ace), 13 (joker)."""
    return JOKER if code[0] == "X" else RANKS.index(code[0])


def mine(view: View) -> Mapping[str, Any]:
    """The bot's own seat."""
    seat: Mapping[str, Any] = view["seats"][view["you"] - 1]
    return seat


def sides(view: View) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The two of the war: the bot, its opponent."""
    a, b = view["war"]["sides"]
    return (a, b) if a["seat"] == view["you"] else (b, a)


def unseen(view: View) -> list[int]:
    """How many cards of each worth the bot has not seen."""
    left = [4 if len(view["seats"]) <= 3 else 8] * 14
    seen = [*view["removed"], *mine(view)["hand"]]
    for seat in view["seats"]:
        seen += [*seat["discard"], *seat["shown"]]
    for code in seen:
        left[worth(code)] -= 1
    return left if sum(left) else [1] * 14


def last_draw(left: list[int], held: int) -> float:
    """The chance to beat a held card with the one card turned at World War III.  A tie is worth
    a half; a joker is dead and another card is turned."""
    live = sum(left[:JOKER])
    if live == 0:
        return 0.5
    return (sum(left[held + 1 : JOKER]) + 0.5 * left[held]) / live


def beaten(left: list[int], held: int, stage: int) -> float:
    """The chance that a card held at this stage is beaten: with two cards to come the first, if
    it is higher, is held in its turn."""
    last = last_draw(left, held)
    if stage > 1:
        return last
    total = sum(left)
    at_once = sum(left[held + 1 : JOKER]) + 0.5 * left[held]
    return (at_once + (sum(left[:held]) + left[JOKER]) * last) / total


# Holding -----------------------------------------------------------------------------------


def hold_coin(view: View, luck: random.Random) -> bool:
    """By the toss of a coin."""
    return luck.random() < 0.5


def ahead(view: View) -> bool:
    """Has the bot the higher card?  Against a joker, or no card, it has not."""
    me, other = sides(view)
    return other["card"] is not None and worth(me["card"]) > worth(other["card"])


def hold_higher(view: View, luck: random.Random) -> bool:
    """Any card that is higher than the opponent's; before a joker any card at all."""
    return view["phase"] == "joker" or ahead(view)


def hold_as_printed(view: View, luck: random.Random) -> bool:
    """The General of the solo game: a jack or better at World War I, later a nine or better, if
    it is ahead; before a joker the same cards."""
    enough = worth(sides(view)[0]["card"]) >= (JACK if view["war"]["stage"] == 1 else NINE)
    return enough and (view["phase"] == "joker" or ahead(view))


def hold_well(view: View, luck: random.Random) -> bool:
    """By what a hold is worth against a reset (a half)."""
    me, other = sides(view)
    left, stage = unseen(view), view["war"]["stage"]
    held = worth(me["card"])
    chance = 1 - beaten(left, held, stage)
    if view["phase"] == "joker" or other["card"] is None:
        return chance > 0.5
    against = worth(other["card"])
    if other["holds"]:
        return held > against
    threat = 1 - beaten(left, against, stage)
    if chance > 0.5 and (threat > 0.5 or not view["rules"]["secret"]):
        return True
    if chance > 0.5:  # secret: now and then he bluffs, so now and then it is better to draw
        return luck.random() < 1.5 - chance
    if threat > 0.5 and held < against:
        return luck.random() < bluff(threat, chance)
    return False


def bluff(threat: float, chance: float) -> float:
    """How often to call with a lower card only to force the reset: the more often the better the
    opponent's card and the own one."""
    return max(0.0, min(0.76, 1.3 * (threat - 0.5) + 0.5 * (chance - 0.1)))


# Declining and aiming ----------------------------------------------------------------------


def decline_coin(view: View, luck: random.Random) -> bool:
    """By the toss of a coin."""
    return luck.random() < 0.5


def decline_always(view: View, luck: random.Random) -> bool:
    """Whenever it may."""
    return True


def decline_well(view: View, luck: random.Random) -> bool:
    """With more at stake than the opponent, or with few cards to pick up: a war is even, its
    stake are the two discard piles."""
    me, other = mine(view), view["seats"][view["top"]["seat"] - 1]
    return len(me["discard"]) > len(other["discard"]) or me["pickup"] < 4


def target_any(view: View, luck: random.Random) -> int:
    """Any opponent."""
    seat: int = luck.choice(view["asks"]["targets"])
    return seat


def target_largest(view: View, luck: random.Random) -> int:
    """The largest discard pile; of equal ones the smallest pick-up pile."""

    def prize(seat: int) -> tuple[int, int]:
        it = view["seats"][seat - 1]
        return len(it["discard"]), -it["pickup"]

    best: int = max(view["asks"]["targets"], key=prize)
    return best


Choice = Callable[[View, random.Random], bool]
HOLDS: dict[str, Choice] = {
    "recruit": hold_coin,
    "sergeant": hold_higher,
    "general": hold_well,
    HOUSE: hold_as_printed,
}
DECLINES: dict[str, Choice] = {
    "recruit": decline_coin,
    "sergeant": decline_always,
    "general": decline_well,
    HOUSE: decline_always,
}
TARGETS: dict[str, Callable[[View, random.Random], int]] = {
    "recruit": target_any,
    "sergeant": target_any,
    "general": target_largest,
    HOUSE: target_largest,
}


PLAYERS = Players(
    {key: (level.name, level.line) for key, level in LEVELS.items()},
    choose,
    luck,
    usual=("sergeant",),
    house=lambda o: {2: HOUSE} if o.solo else {},
    house_levels={HOUSE: "The General"},
)
