"""Brackets: where the boxes and lines of the drawing go, and what the page says."""

import re
from itertools import combinations

import pytest
from django.urls import reverse

from games.pages.tournaments.bracket import layout
from games.pages.tournaments.bracket.layout import Spot
from games.tournaments.models import Pairing, Place, Round
from games.tournaments.pairing.elimination.bracket import Winner, double, knockout
from tests.each import each
from tests.tournaments.conftest import WAR, new_players
from tests.tournaments.evening import Evening

SIZES = (2, 3, 4, 5, 8, 13, 16, 33, 64)
GRAPHS = {f"knockout-{n}": knockout(n, third=True) for n in SIZES}
GRAPHS |= {f"double-{n}": double(n, reset=n != 8) for n in SIZES}
TABLES = {  # sizes of the tables of each round
    "nine": [[3, 3, 3], [4, 2], [4]],
    "with-a-bye": [[4, 4, 2], [4, 1], [3]],
    "sixty-four": [[4] * 16, [4] * 8, [4] * 4, [4] * 2, [4]],
    "eight-each": [[8] * 8, [8] * 4],
}


def apart(a, b):
    return a.right < b.x or b.right < a.x or a.bottom < b.y or b.bottom < a.y


def overlapping(boxes):
    return [pair for pair in combinations(boxes, 2) if not apart(boxes[pair[0]], boxes[pair[1]])]


def joins(line, boxes):
    """Does it lead from the right side of its source to the left side of its target?"""
    a, b = boxes[line.source], boxes[line.target]
    starts = line.x1 == a.right and a.y < line.y1 < a.bottom
    return starts and line.x2 == b.x > a.right and b.y < line.y2 < b.bottom


def crossed(line, boxes):
    """The boxes that an elbow runs through."""
    bend = line.x2 - layout.ACROSS // 2
    top, bottom = sorted((line.y1, line.y2))
    parts = [(line.x1, line.y1, bend, line.y1), (bend, top, bend, bottom)]
    parts.append((bend, line.y2, line.x2, line.y2))
    ends = {line.source, line.target}
    return [
        name
        for name, box in boxes.items()
        for x1, y1, x2, y2 in parts
        if name not in ends and x1 <= box.right and box.x <= x2 and y1 <= box.bottom and box.y <= y2
    ]


@each(GRAPHS)
def test_boxes_of_two_lie_apart_and_every_line_joins_its_nodes(name):
    nodes = GRAPHS[name]
    bands = layout.spots_of(nodes)
    boxes = layout.tree(bands)
    lines = layout.lines([spot for band in bands for spot in band], boxes)
    assert boxes.keys() == {node.name for node in nodes} and not overlapping(boxes)
    assert {(line.source, line.target) for line in lines} == {
        (source.node, node.name)
        for node in nodes
        for source in node.sources
        if isinstance(source, Winner)
    }
    assert all(joins(line, boxes) for line in lines)
    assert not [name for line in lines for name in crossed(line, boxes)]
    assert min(box.y for box in boxes.values()) == layout.TITLE
    assert max(box.right for box in boxes.values()) == layout.width_of(boxes)


@each(TABLES.values())
def test_boxes_of_tables_lie_apart_and_every_line_joins_its_tables(sizes):
    spots = [
        Spot(f"K{r}.{t}", r, size, tuple(f"K{r - 1}.{s}" for s in range(len(sizes[r - 1]))))
        for r, tables in enumerate(sizes)
        for t, size in enumerate(tables)
    ]
    boxes = layout.stacks(spots)
    lines = layout.lines(spots, boxes)
    assert len(boxes) == len(spots) and not overlapping(boxes)
    assert len(lines) == sum(len(a) * len(b) for a, b in zip(sizes, sizes[1:], strict=False))
    assert all(joins(line, boxes) for line in lines)


def test_no_line_leads_to_a_box_that_is_left_out():
    spots = [Spot("A", 0, 2), Spot("B", 1, 2, ("A",)), Spot("C", 2, 2, ("B",))]
    boxes = layout.stacks(spots)
    del boxes["B"]
    assert layout.lines(spots, boxes) == []


# The page --------------------------------------------------------------------------------


@pytest.fixture
def show(client):
    """The page of a bracket: its drawing, and its list as text."""

    def show(evening):
        answer = client.get(reverse("tournament_bracket", args=[evening.row.code, 1]))
        page = answer.content.decode()
        drawing = re.search('<svg class="bracket".*?</svg>\n</div>', page, re.DOTALL)
        text = " ".join(re.sub(r"<[^>]+>", " ", page[page.index('id="matches"') :]).split())
        return drawing[0] if drawing else "", text

    return show


def until(evening, number):
    """Until this round is played."""
    while not Round.objects.filter(number=number, state=Round.State.PLAYING).exists():
        evening.come()
        evening.play()
        assert evening.advance()


def test_a_knockout_is_drawn_to_its_end(show, client, director):
    stage = WAR | {"format": "elimination", "third": True, "rounds": None}
    evening = Evening(director, [stage], new_players(6))
    until(evening, 1)
    drawing, text = show(evening)
    assert "Quarter-finals" in text and "Semi-finals" in text and text.count("bye") == 2
    assert "Loser of semi-final 1 Loser of semi-final 2" in text
    assert drawing.count("<rect") == 8 and drawing.count("<path") == 6
    assert drawing.count("node live") == 2 and drawing.count('href="/t/') == 2
    assert 'aria-hidden="true"' in drawing and drawing.count('tabindex="-1"') == drawing.count(
        "<a "
    )
    evening.run()
    drawing, text = show(evening)
    assert "not known yet" not in text
    assert len(re.findall(r'href="/g/\w+/\?hide=1"', drawing)) == 6 and "node live" not in drawing
    assert (
        client.get(reverse("tournament_crosstable", args=[evening.row.code, 1])).status_code == 404
    )


def test_winners_stand_in_the_next_box_before_it_is_drawn(show, director):
    stage = WAR | {"format": "double", "rounds": None}
    evening = Evening(director, [stage], new_players(4))
    until(evening, 1)
    drawing, text = show(evening)
    assert text.count("Only if it is needed") == 1 and "Loser of round 2, match 1" in text
    first = Pairing.objects.get(node="W1.1")
    for place, seat in ((1, 1), (2, 2)):
        Place.objects.filter(pairing=first, seat=seat).update(place=place)
    Pairing.objects.filter(pk=first.pk).update(status=Pairing.Status.RULED)
    winner, loser = (place.entrant.player.name for place in first.places.order_by("seat"))
    assert text.count(winner) == text.count(loser) == 1
    drawing, text = show(evening)
    parts = re.split(r"(Winners’ round 2|Losers’ round 1|Losers’ round 2)", text)
    assert winner in parts[2] and loser in parts[4]
    assert drawing.count(winner) == drawing.count(loser) == 4  # a name and its title, twice


def test_tables_of_more_have_lines_where_people_went(show, director):
    four = {"game": "ww3", "size": 4, "options": "cap=10", "format": "elimination", "advance": 2}
    evening = Evening(director, [four], new_players(9))
    evening.run()
    drawing, text = show(evening)
    nodes = set(Pairing.objects.values_list("node", flat=True))
    assert drawing.count("<rect") >= len(nodes) and "Final" in text
    moves = {
        (before.pairing.node, after.pairing.node)
        for after in Place.objects.exclude(pairing=None)
        for before in Place.objects.exclude(pairing=None).filter(
            entrant=after.entrant, round__number=after.round.number - 1
        )
    }
    assert drawing.count("<path") == len(moves) > 0


def test_before_the_start_there_is_nothing_to_draw(client, director, opened):
    assert client.get(reverse("tournament_bracket", args=[opened.code, 1])).status_code == 404
