"""Ready-made questions: each compares a few runs on the same deals, which anyone may repeat.  Their
results are shipped (`python -m tests.development measure_gallery` renews them)."""

import json
from base64 import b64decode
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import find
from games.lab.runs.answer import Asked
from games.lab.runs.by_hand import dealt_by_hand
from games.lab.runs.comparison import Side as Compared
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.records import StaleLayout

GAMES, MILLION = 100_000, 1_000_000
SEED = 1
SHIPPED = Path(__file__).with_name("gallery.json")
Text = str | Promise


class Side(NamedTuple):
    """One side of a comparison: a set of rules, with its players or its deal by hand."""

    name: Text
    options: str
    policies: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()  # a deal by hand


class Question(NamedTuple):
    key: str
    text: Text
    line: Text
    game: str
    sides: tuple[Side, ...]
    asked: Asked = Asked.LENGTH
    games: int = GAMES
    source: Text = ""  # where people have asked it: title, site, year
    added: date = date(2026, 11, 22)  # to the gallery

    def specs(self) -> list[tuple[str, RunSpec]]:
        """The name and the specification of the run of each side."""
        return [(str(side.name), self.spec_of(side)) for side in self.sides]

    def spec_of(self, side: Side) -> RunSpec:
        """The specification of the run of this side."""
        spec = read_spec(
            game=self.game,
            games=self.games // find(self.game).cost,
            seed=SEED,
            options=side.options,
            policies=side.policies,
        )
        return dealt_by_hand(spec, side.hands, [False] * len(side.hands)) if side.hands else spec


def with_aces(count: int) -> str:
    """A hand of 26 cards with this many aces, in the notation of deals by hand.  The other hand of
    the deal must name the other aces."""
    return f"{count} aces, {26 - count} others" if count else "26 others"


_ORDERS = (
    Side(_("Shuffled"), ""),
    Side(_("Winner's first"), "order=winner"),
    Side(_("Loser's first"), "order=loser"),
    Side(_("Highest first"), "order=high"),
    Side(_("Lowest first"), "order=low"),
    Side(_("Seat 1's first"), "order=seat"),
)
_GALLERY = (
    Question(
        "length",
        _("How long is War?"),
        _("Two players, three players, and Peace."),
        "war",
        (
            Side(_("Two players"), ""),
            Side(_("Three players"), "players=3"),
            Side(_("Peace"), "mode=peace"),
        ),
        asked=Asked.DURATION,
    ),
    Question(
        "short",
        _("Which house rule makes it short?"),
        _("Five house rules against the plain game."),
        "war",
        (
            Side(_("Plain"), ""),
            Side(_("A 2 starts a war"), "auto=2"),
            Side(_("A 3 beats the faces"), "faces=3"),
            Side(_("A 6 turns the war"), "underdog=6"),
            Side(_("Slap the 5"), "slap=5"),
            Side(_("Arsenal, all of it"), "ace=4;auto=2;faces=3;slap=5;underdog=6"),
        ),
    ),
    Question(
        "order",
        _("Does the order of won cards matter?"),
        _("Shuffled, winner's first, loser's first, high first, low first, or seat 1's first."),
        "war",
        _ORDERS,
    ),
    Question(
        "hands",
        _("How much do quick hands win?"),
        _("Slap War with equal hands, and with one seat quicker than the other."),
        "war",
        (
            Side(_("Recruit against Recruit"), "slap=5", ("recruit", "recruit")),
            Side(_("Sergeant against Recruit"), "slap=5", ("sergeant", "recruit")),
            Side(_("General against Recruit"), "slap=5", ("general", "recruit")),
        ),
        asked=Asked.WINS,
    ),
    Question(
        "players",
        _("How does World War III go with more players?"),
        _("Two to six players; four and more play with two packs."),
        "ww3",
        tuple(
            Side(format_lazy(_("{count} players"), count=n), f"seats={n}" if n != 3 else "")
            for n in range(2, 7)
        ),
    ),
    Question(
        "counting",
        _("What is counting cards worth in World War III?"),
        _("Three players who hold any card that is ahead, hold at random, or count the cards."),
        "ww3",
        (
            Side(_("Three Sergeants"), ""),
            Side(_("A General in seat 1"), "", ("general", "sergeant", "sergeant")),
            Side(_("A Recruit in seat 1"), "", ("recruit", "sergeant", "sergeant")),
            Side(_("Three Generals"), "", ("general",)),
        ),
        asked=Asked.WINS,
    ),
    Question(
        "rounds",
        _("Which house rule changes World War III most?"),
        _("Jokers, holds, laps and fallen players against the usual rules."),
        "ww3",
        (
            Side(_("Usual"), ""),
            Side(_("Holds in secret"), "hold=secret"),
            Side(_("A joker beats a hold"), "heldjoker=reset"),
            Side(_("The lap ends the round"), "lap=single"),
            Side(_("A failed card is laid"), "failcard=play"),
            Side(_("Fallen cards go round"), "fallen=centre"),
        ),
    ),
    Question(
        "personas",
        _("Which strategy wins Ultimate War?"),
        _("Three Hunters and a player with another strategy in seat 1."),
        "ultimate",
        (
            Side(_("Four Hunters"), ""),
            Side(_("Hoarder first"), "", ("hoarder", "hunter", "hunter", "hunter")),
            Side(_("Decoy first"), "", ("decoy", "hunter", "hunter", "hunter")),
            Side(_("Bully first"), "", ("bully", "hunter", "hunter", "hunter")),
            Side(_("Martyr first"), "", ("martyr", "hunter", "hunter", "hunter")),
            Side(_("Random first"), "", ("random", "hunter", "hunter", "hunter")),
        ),
        asked=Asked.WINS,
    ),
    Question(
        "clock",
        _("How long until one player has everything?"),
        _("Ultimate War with four players and clocks of ten minutes to two hours."),
        "ultimate",
        (
            Side(_("Ten minutes"), "clock=600000"),
            Side(_("Twenty minutes"), ""),
            Side(_("Forty minutes"), "clock=2400000"),
            Side(_("Two hours"), "clock=7200000"),
        ),
        asked=Asked.WHOLE,
    ),
    Question(
        "shortest",
        _("How rare is a game of 26 battles?"),
        _("A million games; whoever has no card left for a war plays on with the last, or loses."),
        "war",
        (
            Side(_("The last card stands"), ""),
            Side(_("Out of cards loses"), "zero=lose"),
        ),
        asked=Asked.SHORT,
        games=MILLION,
        source=_("The Riddler, FiveThirtyEight, 28 August 2020"),
        added=date(2026, 11, 29),
    ),
    Question(
        "aces",
        _("How many aces do you need for an even game?"),
        _("26 cards each, with none to all of the four aces in seat 1."),
        "war",
        tuple(
            Side(words, "", hands=(with_aces(n), with_aces(4 - n)))
            for n, words in enumerate(
                (_("No ace"), _("One ace"), _("Two aces"), _("Three aces"), _("Four aces"))
            )
        ),
        asked=Asked.EVEN,
        source=_("“How many Aces do you need to win at War?”, brokenairplane.com, 2012"),
        added=date(2026, 11, 29),
    ),
    Question(
        "four-aces",
        _("Do the four aces beat the other 48 cards?"),
        _("Seat 1 has nothing but aces, seat 2 everything else."),
        "war",
        (
            Side(_("Four aces"), "", hands=("4 aces",)),
            Side(_("Four aces, and out of cards loses"), "zero=lose", hands=("4 aces",)),
            Side(_("Three aces"), "", hands=("3 aces",)),
            Side(_("Two aces"), "", hands=("2 aces",)),
        ),
        asked=Asked.WINS,
        games=MILLION,
        source=_("“Riddler Nation Goes To War”, FiveThirtyEight, 2017"),
        added=date(2026, 11, 29),
    ),
    Question(
        "endless",
        _("How many games never end?"),
        _("Six ways to pick up won cards; with a fixed one the same piles may come back."),
        "war",
        _ORDERS,
        asked=Asked.ENDLESS,
        source=_("“Does War have infinite expected length?”, MathOverflow, 2010"),
        added=date(2026, 11, 29),
    ),
    Question(
        "longest",
        _("How long is the longest of a million games?"),
        _("A million games for each of three ways to pick up won cards, up to 10,000 battles."),
        "war",
        (
            Side(_("Shuffled"), "cap=10000"),
            Side(_("Winner's first"), "cap=10000;order=winner"),
            Side(_("Loser's first"), "cap=10000;order=loser"),
        ),
        asked=Asked.LONGEST,
        games=MILLION,
        source=_("kbWar, GitHub, 2015"),
        added=date(2026, 11, 29),
    ),
    Question(
        "first",
        _("Does it matter who is dealt first?"),
        _("Two players, and three, of whom one may get the card left over."),
        "war",
        (
            Side(_("Two players"), ""),
            Side(_("Three players"), "players=3"),
            Side(_("Three players, seat 1 gets the odd card"), "leftover=seats;players=3"),
        ),
        asked=Asked.SEATS,
        games=MILLION,
        source=_("kbWar, GitHub, 2015"),
        added=date(2026, 11, 29),
    ),
)
GALLERY = {question.key: question for question in _GALLERY}


@cache
def shipped() -> dict[tuple[str, int], dict[str, Any]]:
    """The shipped results, by question and index of the side, from 0."""
    rows = json.loads(SHIPPED.read_text()) if SHIPPED.exists() else []
    return {(row["question"], row["place"]): row for row in rows}


def same_run(shipped: RunSpec, spec: RunSpec) -> bool:
    """Whether both runs play the same games.  The starts may differ in bytes, because another
    version of zlib may compress the same deal by hand differently."""
    plain = shipped._replace(start="", policies=tuple(shipped.policies))
    same = spec.start == shipped.start or spec.hands == shipped.hands
    return plain == spec._replace(start="") and same


def shipped_side(question: Question, place: int, spec: RunSpec) -> Compared | None:
    """The shipped result of this side; None if it was counted with other rules."""
    row = shipped().get((question.key, place))
    if row is None or not same_run(RunSpec(**row["definition"]), spec):
        return None
    try:
        return Compared(spec, Sums.unpacked(b64decode(row["sums"])))
    except StaleLayout:
        return None
