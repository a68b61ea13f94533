"""The boxes of a bracket: who is there, who comes from where, who goes on.

Read as plain values: an object of each row would take longer than the page may."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.pages.tournaments.bracket.layout import Spot
from games.table.models import Seat
from games.templatetags.tournaments import decimal, ordinal
from games.tournaments.models import Entrant, Pairing, Place, Stage, TournamentGame
from games.tournaments.pairing.elimination.bracket import Loser, Node, comers_from, follow
from games.tournaments.pairing.elimination.nodes import History, State, Status
from games.tournaments.reading.public import HIDDEN
from games.tournaments.reading.record import gone_in, nodes_of
from games.tournaments.reading.results import PENDING
from games.tournaments.scoring.record import Kind

PLAYED = (*PENDING, Pairing.Status.PLAYED)


class Slot(NamedTuple):
    """One line of a box; without an entrant, `words` say where they will come from.  `score`: the
    games won by one of two, or the place at a larger table."""

    entrant: Entrant | None
    words: str = ""
    seed: int | None = None
    score: str = ""
    goes_on: bool = False


class Table(NamedTuple):
    """The address of a game that counts: its table or its replay."""

    code: str
    is_over: bool


class Match(NamedTuple):
    """A pairing that is public: the places by entrant in order of seats, its games, and how many
    of them each player has won; half of one that is drawn."""

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
        """How it ended, if not by a game."""
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


def matches_of(stage: Stage) -> list[Match]:
    """The matches, in order of rounds and tables."""
    pairings = Pairing.objects.filter(round__stage=stage).exclude(round__state__in=HIDDEN)
    rows = pairings.order_by("round__number", "number")
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
    won = games_won(stage)
    return [
        Match(node, number, status, seated[pk], tables[pk], won[pk])
        for pk, node, number, status in rows.values_list("pk", "node", "round__number", "status")
    ]


def games_won(stage: Stage) -> defaultdict[int, dict[int, Fraction]]:
    """Games won at each pairing, by player."""
    first = Seat.objects.filter(place=1, table__tournament_game__pairing__round__stage=stage)
    first = first.filter(table__tournament_game__void=False, table__status="finished")
    winners = defaultdict[tuple[int, int], list[int]](list)
    rows = first.values_list("table__tournament_game__pairing", "table", "player")
    for pairing, table, player in rows:
        winners[pairing, table].append(player)
    won = defaultdict[int, dict[int, Fraction]](dict)
    for (pairing, _table), players in winners.items():
        for player in players:
            before = won[pairing].get(player, Fraction(0))
            won[pairing][player] = before + Fraction(1, len(players))
    return won


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
    """The slots of a box, in the order of the lines that lead to it."""
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
    """The entrants who drop to this node."""
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
    field = entrants_of(stage)
    entrants = {entrant.pk: entrant for entrant in field}
    seeds = {entrant.pk: seed for seed, entrant in enumerate(field, 1)}
    rounds: defaultdict[int, list[Match]] = defaultdict(list)
    byes = Place.objects.filter(round__stage=stage, pairing=None, kind=Kind.BYE)
    byes = byes.exclude(round__state__in=HIDDEN).order_by("entrant__number")
    for number, entrant in byes.values_list("round__number", "entrant"):
        rounds[number].append(Match(f"K{number}.bye{entrant}", number, "", {entrant: None}, [], {}))
    for match in matches_of(stage):
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
    """`onward`: the entrants in the next round.  The winner of the final stands out all the
    same."""
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
