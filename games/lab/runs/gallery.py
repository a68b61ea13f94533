"""Ready-made questions: a few runs side by side, on the same deals, that anyone may repeat."""

from typing import NamedTuple

from games.lab.counting.catalogue import find
from games.lab.runs.spec import RunSpec, read_spec

GAMES = 100_000
SEED = 1


class Side(NamedTuple):
    """One of the rule sets compared."""

    name: str
    options: str
    policies: tuple[str, ...] = ()


class Question(NamedTuple):
    key: str
    text: str
    line: str
    game: str
    sides: tuple[Side, ...]

    def specs(self, games: int = GAMES, seed: int = SEED) -> list[tuple[str, RunSpec]]:
        games //= find(self.game).cost
        return [
            (
                side.name,
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
        "How long is War?",
        "Two players, three players, and Peace.",
        "war",
        (Side("Two players", ""), Side("Three players", "players=3"), Side("Peace", "mode=peace")),
    ),
    Question(
        "short",
        "Which house rule makes it short?",
        "Six house rules against the plain game.",
        "war",
        (
            Side("Plain", ""),
            Side("A 2 starts a war", "auto=2"),
            Side("A 3 beats the faces", "faces=3"),
            Side("A 6 turns the war", "underdog=6"),
            Side("Slap the 5", "slap=5"),
            Side("Arsenal, all of it", "ace=4;auto=2;faces=3;slap=5;underdog=6"),
        ),
    ),
    Question(
        "order",
        "Does the order of won cards matter?",
        "Shuffled, winner's first, loser's first, high first, low first, or seat 1's first.",
        "war",
        (
            Side("Shuffled", ""),
            Side("Winner's first", "order=winner"),
            Side("Loser's first", "order=loser"),
            Side("Highest first", "order=high"),
            Side("Lowest first", "order=low"),
            Side("Seat 1's first", "order=seat"),
        ),
    ),
    Question(
        "hands",
        "How much do quick hands win?",
        "Slap War with equal hands, and with one seat quicker than the other.",
        "war",
        (
            Side("Recruit against Recruit", "slap=5", ("recruit", "recruit")),
            Side("Sergeant against Recruit", "slap=5", ("sergeant", "recruit")),
            Side("General against Recruit", "slap=5", ("general", "recruit")),
        ),
    ),
    Question(
        "players",
        "How does World War III go with more players?",
        "Two to six players; four and more play with two packs.",
        "ww3",
        tuple(Side(f"{n} players", f"seats={n}" if n != 3 else "") for n in range(2, 7)),
    ),
    Question(
        "counting",
        "What is counting cards worth in World War III?",
        "Three players who hold whatever is higher, by the toss of a coin, or by the cards unseen.",
        "ww3",
        (
            Side("Three Sergeants", ""),
            Side("A General in seat 1", "", ("general", "sergeant", "sergeant")),
            Side("A Recruit in seat 1", "", ("recruit", "sergeant", "sergeant")),
            Side("Three Generals", "", ("general",)),
        ),
    ),
    Question(
        "rounds",
        "Which house rule changes World War III most?",
        "Jokers, holds, laps and fallen players against the usual rules.",
        "ww3",
        (
            Side("Usual", ""),
            Side("Holds in secret", "hold=secret"),
            Side("A joker beats a hold", "heldjoker=reset"),
            Side("The lap ends the round", "lap=single"),
            Side("A failed card is laid", "failcard=play"),
            Side("Fallen cards go round", "fallen=centre"),
        ),
    ),
    Question(
        "personas",
        "Which strategy wins Ultimate War?",
        "Three Hunters and a player with another strategy in seat 1.",
        "ultimate",
        (
            Side("Four Hunters", ""),
            Side("Hoarder first", "", ("hoarder", "hunter", "hunter", "hunter")),
            Side("Decoy first", "", ("decoy", "hunter", "hunter", "hunter")),
            Side("Bully first", "", ("bully", "hunter", "hunter", "hunter")),
            Side("Martyr first", "", ("martyr", "hunter", "hunter", "hunter")),
            Side("Random first", "", ("random", "hunter", "hunter", "hunter")),
        ),
    ),
    Question(
        "clock",
        "How long until one player has everything?",
        "Ultimate War with four players and clocks of ten minutes to two hours.",
        "ultimate",
        (
            Side("Ten minutes", "clock=600000"),
            Side("Twenty minutes", ""),
            Side("Forty minutes", "clock=2400000"),
            Side("Two hours", "clock=7200000"),
        ),
    ),
)
GALLERY = {question.key: question for question in _GALLERY}
