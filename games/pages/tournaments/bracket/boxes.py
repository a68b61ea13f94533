"""What the boxes of a bracket say: who is there, who comes from where, who goes on.

Read as plain values: an object of each row would take longer than the page may."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.pages.tournaments.bracket.layout import Spot
from games.tournaments.models import Entrant, Pairing, Place, Stage, TournamentGame
from games.tournaments.pairing.elimination.bracket import Loser, Node, comers_from, follow
from games.tournaments.pairing.elimination.nodes import History, State, Status
from games.tournaments.reading.public import HIDDEN
from games.tournaments.reading.record import gone_in, nodes_of
from games.tournaments.reading.results import PENDING
from games.tournaments.scoring.record import Kind

PLAYED = (*PENDING, Pairing.Status.PLAYED)


class Slot(NamedTuple):
    """One line of a box; without an entrant, `words` say where they will come from."""

    entrant: Entrant | None
    words: str = ""
    place: int | None = None
    goes_on: bool = False


class Table(NamedTuple):
    """Of a game that counts, to be watched or seen again."""

    code: str
    is_over: bool


class Match(NamedTuple):
    """A pairing that is public: the places by entrant in order of seats, and its games."""

    node: str
    round: int
    status: str
    places: dict[int, int | None]
    tables: list[Table]


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
        """How it ended, if not by a game."""
        if self.match is None or self.match.status in PLAYED:
            return ""
        return str(Pairing.Status(self.match.status).label)

    @property
    def tables(self) -> list[Table]:
        return self.match.tables if self.match else []


Boxes = dict[str, Box]


def entrants_of(stage: Stage) -> list[Entrant]:
    """Best seed first."""
    field = stage.field.order_by("number").select_related("entrant__player")
    return [seed.entrant for seed in field]


def matches_of(stage: Stage) -> list[Match]:
    """In order of rounds and tables."""
    shown = Pairing.objects.filter(round__stage=stage).exclude(round__state__in=HIDDEN)
    rows = shown.order_by("round__number", "number")
    places = Place.objects.filter(pairing__round__stage=stage).order_by("seat")
    games = TournamentGame.objects.filter(pairing__round__stage=stage, void=False).order_by(
        "number"
    )
    seated: defaultdict[int, dict[int, int | None]] = defaultdict(dict)
    for pairing, entrant, place in places.values_list("pairing", "entrant", "place"):
        seated[pairing or 0][entrant] = place
    tables: defaultdict[int, list[Table]] = defaultdict(list)
    for pairing, code, status in games.values_list("pairing", "table__code", "table__status"):
        if status != "aborted":
            tables[pairing].append(Table(code, status == "finished"))
    return [
        Match(node, number, status, seated[pk], tables[pk])
        for pk, node, number, status in rows.values_list("pk", "node", "round__number", "status")
    ]


# Two at a table --------------------------------------------------------------------------


def of_two(stage: Stage, nodes: Sequence[Node]) -> Boxes:
    """Every node to which somebody came or may come, in order of time."""
    entrants = dict(enumerate(entrants_of(stage), 1))
    numbers = tuple(entrant.number for entrant in entrants.values())
    level = {seed: seed for seed in entrants}  # lots have been drawn where results are stored
    results, gone = nodes_of(stage, numbers), gone_in(stage, numbers)
    history = History(len(numbers), results, level, gone)
    states = {state.name or "": state for state in follow(nodes, history).states}
    matches = {match.node: match for match in matches_of(stage)}
    return {
        node.name: Box(
            node.name,
            list(slots_of(node, states, history, entrants)),
            matches.get(node.name),
        )
        for node in nodes
        if states[node.name].status != Status.EMPTY
    }


def slots_of(
    node: Node,
    states: Mapping[str, State],
    history: History,
    entrants: Mapping[int, Entrant],
) -> Iterator[Slot]:
    """In the order of the lines that lead here."""
    result = history.results.get(node.name, {})
    for source in node.sources:
        comers = comers_from(source, states, history)
        if comers is None:
            yield Slot(None, loser_words(source.node, node) if isinstance(source, Loser) else "")
        elif not comers:
            yield Slot(None, _("bye"))
        else:
            (seed,) = comers
            goes_on = seed in states[node.name].onward
            yield Slot(entrants[seed], place=result.get(seed), goes_on=goes_on)


def loser_words(source: str, node: Node) -> str:
    """Who drops to this node."""
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
    """The tables and byes of all rounds, and who came to each from where."""
    entrants = {entrant.pk: entrant for entrant in entrants_of(stage)}
    rounds: defaultdict[int, list[Match]] = defaultdict(list)
    byes = Place.objects.filter(round__stage=stage, pairing=None, kind=Kind.BYE)
    byes = byes.exclude(round__state__in=HIDDEN).order_by("entrant__number")
    for number, entrant in byes.values_list("round__number", "entrant"):
        rounds[number].append(Match(f"K{number}.bye{entrant}", number, "", {entrant: None}, []))
    for match in matches_of(stage):
        rounds[match.round].append(match)
    boxes: Boxes = {}
    spots: list[Spot] = []
    at: dict[int, str] = {}  # the box where each entrant was last
    for number in sorted(rounds):
        onward = {entrant for match in rounds[number + 1] for entrant in match.places}
        for match in rounds[number]:
            box = boxes[match.node] = table_box(match, entrants, onward)
            sources = tuple(dict.fromkeys(at[one] for one in match.places if one in at))
            spots.append(Spot(box.name, number - 1, len(box.slots), sources))
        at = {entrant: match.node for match in rounds[number] for entrant in match.places}
    return boxes, spots


def table_box(match: Match, entrants: Mapping[int, Entrant], onward: set[int]) -> Box:
    """`onward`: who are in the next round.  The winner of the final stands out all the same."""
    if not match.status:
        slots = [Slot(entrants[entrant], goes_on=True) for entrant in match.places]
        return Box(match.node, [*slots, Slot(None, _("bye"))])
    slots = [
        Slot(
            entrants[entrant],
            place=place,
            goes_on=entrant in onward or (not onward and place == 1),
        )
        for entrant, place in match.places.items()
    ]
    return Box(match.node, slots, match)
