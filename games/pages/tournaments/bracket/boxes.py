"""The boxes of a bracket: their entrants, the boxes from which these come, and the entrants who
advance.

Rows are read as plain values, because making an object of each row would take too long."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.pages.tournaments.bracket.layout import Spot
from games.templatetags.tournaments import decimal, ordinal
from games.tournaments.models import Entrant, Pairing, Round, Stage
from games.tournaments.pairing.elimination.bracket import Loser, Node, comers_from, follow
from games.tournaments.pairing.elimination.nodes import History, State, Status
from games.tournaments.reading.record import HIDDEN, PENDING, Stored, gone_in, nodes_of, read_rounds
from games.tournaments.scoring.record import Kind

PLAYED = (*PENDING, Pairing.Status.PLAYED)


class Slot(NamedTuple):
    """A line of a box.  Without an entrant, `words` describe where one will come from.  `score`: at
    a table of two the games won, at a larger table the place."""

    entrant: Entrant | None
    words: str = ""
    seed: int | None = None
    score: str = ""
    goes_on: bool = False


class Table(NamedTuple):
    """The table of a game that counts.  `is_over`: its address is that of the replay."""

    code: str
    is_over: bool


class Match(NamedTuple):
    """A public pairing: the places by entrant in order of seats, its games, and the games won by
    each player, where a drawn game counts as a half."""

    node: str
    round: int
    status: str
    places: dict[int, int | None]
    tables: list[Table]
    won: dict[int, Fraction]

    def score_of(self, entrant: Entrant) -> str:
        return decimal(self.won.get(entrant.player_id, Fraction(0))) if self.won else ""


class Box(NamedTuple):
    name: str
    slots: list[Slot]
    match: Match | None = None

    @property
    def is_known(self) -> bool:
        return any(slot.entrant or slot.words for slot in self.slots)

    @property
    def is_live(self) -> bool:
        return self.match is not None and self.match.status == Pairing.Status.OPEN

    @property
    def outcome(self) -> str:
        """The result in words, if it was not decided by a game; otherwise ""."""
        if self.match is None or self.match.status in PLAYED:
            return ""
        return str(Pairing.Status(self.match.status).label)

    @property
    def tables(self) -> list[Table]:
        return self.match.tables if self.match else []


Boxes = dict[str, Box]


def entrants_of(stage: Stage) -> list[Entrant]:
    """The entrants of a stage, best seed first."""
    field = stage.field.order_by("number").select_related("entrant__player")
    return [seed.entrant for seed in field]


def read_public(stage: Stage) -> tuple[list[Round], Stored]:
    """The public rounds of a stage, with all their entrants."""
    rounds = stage.rounds.exclude(state__in=HIDDEN).order_by("number").only("number", "state")
    return list(rounds), read_rounds([row.pk for row in rounds])


def matches_of(rounds: Iterable[Round], stored: Stored) -> list[Match]:
    """The matches of these rounds, in order of tables."""
    matches = []
    for current in rounds:
        for pairing in stored.pairings[current.pk]:
            seated = {row["no"]: row["place"] for row in stored.seated[pairing["pk"]]}
            games = [game for game in stored.games[pairing["pk"]] if not game["void"]]
            tables = [
                Table(game["table__code"], game["table__status"] == "finished")
                for game in games
                if game["table__status"] != "aborted"
            ]
            node, status = pairing["node"], pairing["status"]
            matches.append(Match(node, current.number, status, seated, tables, games_won(games)))
    return matches


def games_won(games: Iterable[Mapping[str, Any]]) -> dict[int, Fraction]:
    """The number of games won, by player.  A shared first place counts as an equal part of a
    win."""
    won = defaultdict[int, Fraction](Fraction)
    for game in games:
        winners = [player for player, place in game["seats"] if place == 1]
        for player in winners if game["table__status"] == "finished" else ():
            won[player] += Fraction(1, len(winners))
    return won


# Two at a table --------------------------------------------------------------------------


def of_two(stage: Stage, nodes: Sequence[Node]) -> Boxes:
    """The boxes of all nodes to which somebody has come or may come, in order of time."""
    entrants = dict(enumerate(entrants_of(stage), 1))
    numbers = tuple(entrant.number for entrant in entrants.values())
    level = {seed: seed for seed in entrants}  # lots have been drawn where results are stored
    rounds, stored = read_public(stage)
    results, gone = nodes_of(stored, numbers), gone_in(rounds, stored, numbers)
    history = History(len(numbers), results, level, gone)
    states = {state.name or "": state for state in follow(nodes, history).states}
    matches = {match.node: match for match in matches_of(rounds, stored)}
    return {
        node.name: Box(
            node.name,
            list(slots_of(node, states, entrants, matches.get(node.name), history)),
            matches.get(node.name),
        )
        for node in nodes
        if states[node.name].status not in (Status.EMPTY, Status.UNNEEDED)
    }


def slots_of(
    node: Node,
    states: Mapping[str, State],
    entrants: Mapping[int, Entrant],
    match: Match | None,
    history: History,
) -> Iterator[Slot]:
    """The slots of a box, in the order of the lines that lead to the box."""
    for source in node.sources:
        comers = comers_from(source, states, history)
        if comers is None:
            yield Slot(None, loser_words(source.node, node) if isinstance(source, Loser) else "")
        elif not comers:
            yield Slot(None, _("bye"))
        else:
            (seed,) = comers
            goes_on = seed in states[node.name].onward
            score = match.score_of(entrants[seed]) if match else ""
            yield Slot(entrants[seed], seed=seed, score=score, goes_on=goes_on)


def loser_words(source: str, node: Node) -> str:
    """A description of the losers of `source` who will come to this node; "" if none is needed."""
    if node.if_beaten:
        return _("Only if it is needed")
    letter, number, match = source[0], *source[1:].split(".")
    if node.third:
        return _("Loser of semi-final %(match)s") % {"match": match}
    if letter == "W":
        return _("Loser of round %(number)s, match %(match)s") % {"number": number, "match": match}
    return ""


# Tables of more --------------------------------------------------------------------------


def of_tables(stage: Stage) -> tuple[Boxes, list[Spot]]:
    """The boxes of the tables and byes of all rounds, and the spots at which to place them."""
    field = entrants_of(stage)
    entrants = {entrant.number: entrant for entrant in field}
    seeds = {entrant.number: seed for seed, entrant in enumerate(field, 1)}
    visible, stored = read_public(stage)
    rounds: defaultdict[int, list[Match]] = defaultdict(list)
    for current in visible:
        number, unpaired = current.number, stored.unpaired[current.pk]
        for e in sorted(row["no"] for row in unpaired if row["kind"] == Kind.BYE):
            rounds[number].append(Match(f"K{number}.bye{e}", number, "", {e: None}, [], {}))
    for match in matches_of(visible, stored):
        rounds[match.round].append(match)
    boxes: Boxes = {}
    spots: list[Spot] = []
    at: dict[int, str] = {}  # the box where each entrant was last
    for number in sorted(rounds):
        onward = {entrant for match in rounds[number + 1] for entrant in match.places}
        for match in rounds[number]:
            box = boxes[match.node] = table_box(match, entrants, seeds, onward)
            sources = tuple(dict.fromkeys(at[one] for one in match.places if one in at))
            spots.append(Spot(box.name, number - 1, len(box.slots), sources))
        at = {entrant: match.node for match in rounds[number] for entrant in match.places}
    return boxes, spots


def table_box(
    match: Match, entrants: Mapping[int, Entrant], seeds: Mapping[int, int], onward: set[int]
) -> Box:
    """The box of a table.  `onward`: the entrants in the next round, who are highlighted, as is the
    winner of the final."""
    if not match.status:
        slots = [Slot(entrants[e], seed=seeds[e], goes_on=True) for e in match.places]
        return Box(match.node, [*slots, Slot(None, _("bye"))])
    slots = [
        Slot(
            entrants[entrant],
            seed=seeds[entrant],
            score=ordinal(place) if place else "",
            goes_on=entrant in onward or (not onward and place == 1),
        )
        for entrant, place in match.places.items()
    ]
    return Box(match.node, slots, match)
