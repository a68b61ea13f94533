"""The house rules of War (sections 1.1-1.9): options, refused combinations, notes."""

from enum import IntEnum
from typing import Annotated, NamedTuple

from games.rules.cards import NONE, RANK_PLURALS, RANK_WORDS, RANKS
from games.rules.options import (
    BadOptions,
    Choice,
    Need,
    Note,
    Number,
    Option,
    Rank,
    RankPair,
    Schema,
    Values,
    numbers,
    seconds,
)
from games.rules.phrases import Language, Phrase
from games.rules.phrases import gettext_noop as _


class Order(IntEnum):
    """The order in which won cards go under the pile (1.5)."""

    RANDOM = 0
    WINNER = 1
    LOSER = 2
    HIGH = 3
    LOW = 4
    SEAT = 5


class Leftover(IntEnum):
    """The place for the 52nd card with three players (1.1)."""

    CENTER = 0
    SEATS = 1
    REMOVE = 2


class FalseSlap(IntEnum):
    """The penalty for a false slap (1.9.6)."""

    LOCKOUT = 0
    BURN = 1
    NONE = 2


class Pace(Number):
    """The pace: 0 if players turn cards by hand, otherwise the ms from one automatic reveal to the
    next.  Written as `manual`, `auto` or `auto:2000`."""

    number, prefix, usual_ms = False, "auto:", 1200

    def read(self, text: str) -> str:
        """The pace in its canonical spelling: a word, or a number after its prefix."""
        text = text.strip()
        if text.startswith(self.prefix):
            return self.prefix + self.read_number(text.removeprefix(self.prefix))
        return Option.read(self, text)

    def parse(self, value: str) -> int:
        """The ms from one automatic reveal to the next; 0 if players turn cards by hand."""
        return 0 if value == "manual" else int(value.partition(":")[2] or self.usual_ms)

    def write(self, number: int) -> str:
        """The word for this pace, or the ms after the prefix."""
        words = {0: "manual", self.usual_ms: "auto"}
        return words.get(number, f"{self.prefix}{number}")


_AUTO = Need("auto", "none", False, _("no automatic card is played."))
_WAR = Need(
    "mode",
    "war",
    True,
    _("in Peace a number beats every face card and ace by being lower already."),
)
_UNDERDOG = Need("underdog", "none", False, _("no underdog card is played."))
_SLAP = Need("slap", "none", False, _("no slap card is played."))
_THREE = Need("players", "3", True, _("no card is left over with two players."))


def _auto(o: "Options", lang: Language) -> str:
    if o.auto == NONE:
        return ""
    text = lang.gettext("{ranks} start a war, not inside a war")
    if o.auto_in_war:
        text = lang.gettext("{ranks} start a war")
    return text.format(ranks=lang.gettext(RANK_PLURALS[o.auto]))


def _underdog(o: "Options", lang: Language) -> str:
    if o.underdog == NONE:
        return ""
    text = lang.gettext("a face-down {rank} saves the loser")
    if o.underdog_all:
        text = lang.gettext("a face-down {rank} of any war saves the loser")
    return text.format(rank=lang.gettext(RANK_WORDS[o.underdog]))


def _slap(o: "Options", lang: Language) -> str:
    ranks = [lang.gettext(RANK_PLURALS[r]) for r in (o.slap, o.slap2) if r != NONE]
    if not ranks:
        return ""
    text = lang.gettext("slap {ranks} within {seconds} s")
    if len(ranks) > 1:
        text = lang.gettext("slap {ranks} and {others} within {seconds} s")
    return text.format(ranks=ranks[0], others=ranks[-1], seconds=f"{o.slap_window / 1000:g}")


def _cap(o: "Options", lang: Language) -> str:
    if o.cap == 3000:
        return ""
    text = lang.ngettext("at most {count} battle", "at most {count} battles", o.cap)
    return text.format(count=o.cap)


class Options(NamedTuple):
    """The house rules of one table.  Ranks are 0 (two) .. 12 (ace), NONE = not played; times in
    ms."""

    players: Annotated[
        int,
        Option(
            _("Players"),
            _("Two players get 26 cards each, three get 17 each."),
            Choice("2", _("two"), _("two players")),
            Choice("3", _("three"), _("three players")),
        ),
    ] = 2
    peace: Annotated[
        bool,
        Option(
            _("Which card wins"),
            _("In Peace the lowest card wins, and a tie is fought with five cards face down."),
            Choice("war", _("War: the highest card"), _("the highest card wins")),
            Choice("peace", _("Peace: the lowest card"), _("Peace: the lowest card wins")),
            key="mode",
            main=True,
        ),
    ] = False
    auto: Annotated[
        int,
        Rank(
            _("Automatic card"),
            _("Turning this rank starts a war at once, whatever the other cards are."),
            main=True,
            phrase=_auto,
        ),
    ] = NONE
    auto_in_war: Annotated[
        bool,
        Option(
            _("Automatic card counts in wars"),
            _("It also starts another war when turned as a war card."),
            Choice("on", _("yes")),
            Choice("off", _("no")),
            needs=_AUTO,
        ),
    ] = True
    faces: Annotated[
        int,
        Rank(
            _("Number beats the faces"),
            _("This number beats every jack, queen and king."),
            last="T",
            needs=_WAR,
            main=True,
            phrase=_("{value} beat jacks, queens and kings"),
        ),
    ] = NONE
    ace: Annotated[
        int,
        Rank(
            _("Number beats the ace"),
            _("This number beats every ace."),
            last="T",
            needs=_WAR,
            main=True,
            phrase=_("{value} beat aces"),
        ),
    ] = NONE
    underdog: Annotated[
        int,
        Rank(
            _("Underdog card"),
            _("If you lose a war but laid this rank face down in it, you win after all."),
            last="T",
            main=True,
            phrase=_underdog,
        ),
    ] = NONE
    underdog_all: Annotated[
        bool,
        Option(
            _("Underdog looks at"),
            _("Which face-down cards count when one battle has several wars."),
            Choice("last", _("the last war")),
            Choice("all", _("every war of the battle")),
            key="underdog_scope",
            needs=_UNDERDOG,
        ),
    ] = False
    underdog_counter: Annotated[
        bool,
        Option(
            _("Underdog can be countered"),
            _("If the winner of the war has the underdog card too, the win stands."),
            Choice("off", _("no")),
            Choice("on", _("yes"), _("the winner can counter the underdog")),
            needs=_UNDERDOG,
        ),
    ] = False
    slap: Annotated[
        int,
        RankPair(
            _("Slap card"),
            _("When this rank is turned, the first player to slap it takes everything."),
            hint=_("You can give two ranks, separated by a comma."),
            main=True,
            phrase=_slap,
        ),
    ] = NONE
    slap2: int = NONE
    slap_window: Annotated[
        int,
        Number(
            _("Time to slap"),
            _("How long players have to slap."),
            *seconds(1000, 2000, 3000, 5000, 8000),
            low=1000,
            high=8000,
            unit="ms",
            needs=_SLAP,
        ),
    ] = 3000
    false_slap: Annotated[
        FalseSlap,
        Option(
            _("A false slap"),
            _("The penalty for slapping the wrong card, or before anyone could have seen it."),
            Choice("lockout", _("no slapping for the rest of the battle")),
            Choice(
                "burn",
                _("that, and your top card goes into the pot"),
                _("a false slap costs a card"),
            ),
            Choice("none", _("nothing"), _("false slaps cost nothing")),
            needs=_SLAP,
        ),
    ] = FalseSlap.LOCKOUT
    order: Annotated[
        Order,
        Option(
            _("Won cards go under the pile"),
            _("The order in which the winner takes the cards."),
            Choice("random", _("shuffled")),
            Choice("winner", _("the winner's first"), _("winner's cards first")),
            Choice("loser", _("the losers' first"), _("losers' cards first")),
            Choice("high", _("highest first"), _("won cards highest first")),
            Choice("low", _("lowest first"), _("won cards lowest first")),
            Choice("seat", _("seat 1 first (never rated)"), _("seat 1's cards first")),
        ),
    ] = Order.RANDOM
    zero_loses: Annotated[
        bool,
        Option(
            _("Tied on the last card"),
            _("When a player's tied card was their last one."),
            Choice("stand", _("that card stands")),
            Choice("lose", _("they lose the war"), _("a tie on the last card loses the war")),
            key="zero",
        ),
    ] = False
    short_equal: Annotated[
        bool,
        Option(
            _("Too few cards for a war"),
            _("How many cards the others lay when one player runs short."),
            Choice("own", _("their full number")),
            Choice(
                "equal",
                _("as few as the short player"),
                _("everyone lays as few as the shortest pile"),
            ),
            key="short",
        ),
    ] = False
    leftover: Annotated[
        Leftover,
        Option(
            _("The card left over"),
            _("What happens to the 52nd card with three players."),
            Choice("center", _("goes with the first pot")),
            Choice("seats", _("goes to seat 1"), _("seat 1 gets the odd card")),
            Choice("remove", _("is not played"), _("the odd card is not played")),
            needs=_THREE,
        ),
    ] = Leftover.CENTER
    spoils_shown: Annotated[
        bool,
        Option(
            _("Face-down cards of a war"),
            _("Whether they are shown when won."),
            Choice("shown", _("shown")),
            Choice("hidden", _("stay hidden"), _("face-down cards stay hidden when won")),
            key="spoils",
        ),
    ] = True
    cap: Annotated[
        int,
        Number(
            _("Battle limit"),
            _("After this many battles the largest pile wins."),
            *numbers(100, 500, 1000, 3000),
            low=20,
            high=10000,
            unit=_("battles"),
            phrase=_cap,
        ),
    ] = 3000
    rhythm: Annotated[  # ms from one reveal to the next; 0: players turn by hand
        int,
        Pace(
            _("Turning cards"),
            _("By hand within ten seconds, or automatically at a steady rhythm."),
            Choice("manual", _("by hand")),
            Choice("auto:400", _("automatically, very fast")),
            Choice("auto:800", _("automatically, fast")),
            Choice("auto", _("automatically")),
            Choice("auto:2000", _("automatically, slowly")),
            Choice("auto:3000", _("automatically, very slowly")),
            low=400,
            high=3000,
            unit="ms",
            key="pace",
            main=True,
            phrase=_("cards turn every {value}"),
        ),
    ] = 0
    cycles: bool = True  # look for endless repetition (1.12)


def refuse(values: Values) -> None:
    """Refuse the combinations in the table of 1.8.

    Raises:
        BadOptions: the keys of a refused combination, and the reason.
    """
    for number in ("faces", "ace"):
        rank = values[number]
        if rank != "none" and rank == values["auto"] and values["auto_in_war"] == "on":
            text = _(
                "Never compared: turning a {rank} always starts a war, so it could not beat "
                "anything. Choose another rank, or switch off the automatic card in wars."
            )
            raise BadOptions((number, "auto"), Phrase(text, rank=rank))
    if values["order"] == "seat" and int(values["cap"]) > 3000:
        text = _("With seat 1's cards first, many games never end: set at most 3000 battles.")
        raise BadOptions(("order", "cap"), Phrase(text))


SCHEMA = Schema(Options, refuse=refuse)


def notes(o: Options) -> list[Note]:
    """The notes on combinations that are allowed but unusual (1.8)."""
    rows: list[Note] = []
    if o.auto != NONE and not o.auto_in_war:
        for key, number in (("faces", o.faces), ("ace", o.ace)):
            if number == o.auto:
                text = Phrase(_("The {rank} only counts as a war card."), rank=RANKS[number])
                rows.append(Note((key, "auto"), text))
    if o.peace and o.auto == 0:
        text = Phrase(_("In Peace the 2 is the best card. The usual rule, mirrored, is auto=A."))
        rows.append(Note(("mode", "auto"), text))
    if o.auto != NONE and o.auto in (o.slap, o.slap2):
        text = Phrase(_("The slap comes first. If nobody slaps, there is an automatic war."))
        rows.append(Note(("auto", "slap"), text))
    if o.order == Order.SEAT:
        text = Phrase(
            _("Never rated: about four games in ten repeat for ever and stop at the limit.")
        )
        rows.append(Note(("order",), text))
    return rows
