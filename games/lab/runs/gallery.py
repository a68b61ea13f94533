"""Ready-made questions: a few runs side by side, on the same deals, that anyone may repeat.  Their
results are shipped (`python -m tests.development measure_gallery` renews them)."""

import json
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import find
from games.lab.runs.answer import Asked
from games.lab.runs.comparison import Side as Compared
from games.lab.runs.spec import RunSpec, read_spec
from games.rules.records import StaleLayout

GAMES = 100_000
SEED = 1
SHIPPED = Path(__file__).with_name("gallery.json")
Text = str | Promise


class Side(NamedTuple):
    """One of the rule sets compared."""

    name: Text
    options: str
    policies: tuple[str, ...] = ()


class Question(NamedTuple):
    key: str
    text: Text
    line: Text
    game: str
    sides: tuple[Side, ...]
    asked: Asked = Asked.LENGTH

    def specs(self, games: int = GAMES, seed: int = SEED) -> list[tuple[str, RunSpec]]:
        games //= find(self.game).cost
        return [
            (
                str(side.name),
                read_spec(
                    game=self.game,
                    games=games,
                    seed=seed,
                    options=side.options,
                    policies=side.policies,
                ),
            )
            for side in self.sides
        ]


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
        (
            Side(_("Shuffled"), ""),
            Side(_("Winner's first"), "order=winner"),
            Side(_("Loser's first"), "order=loser"),
            Side(_("Highest first"), "order=high"),
            Side(_("Lowest first"), "order=low"),
            Side(_("Seat 1's first"), "order=seat"),
        ),
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
)
GALLERY = {question.key: question for question in _GALLERY}


@cache
def shipped() -> dict[tuple[str, int], dict[str, Any]]:
    """The shipped results by question and place of the side, from 0."""
    rows = json.loads(SHIPPED.read_text()) if SHIPPED.exists() else []
    return {(row["question"], row["place"]): row for row in rows}


def shipped_side(question: Question, place: int, spec: RunSpec) -> Compared | None:
    """The shipped result of this side; None if it was counted with other rules."""
    row = shipped().get((question.key, place))
    if row is None or row["definition"] != spec.row():
        return None
    try:
        return Compared(spec, Sums.unpacked(b64decode(row["sums"])))
    except StaleLayout:
        return None
