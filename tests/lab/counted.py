"""Runs of the lab, played and counted."""

from games.lab.runs import run
from games.lab.runs.by_hand import read_deal
from games.lab.runs.engine import play_plainly
from games.lab.runs.spec import read_spec


def played(games=40, seed=1, options="", game="war", policies=(), start="", **more):
    """A run counted in plain Python, chunk by chunk."""
    about = {"game": game, "options": options, "policies": policies, "start": start}
    spec = read_spec(games=games, seed=seed, **about)
    simulation = run.start(spec=spec, free=True, **more)
    for number in simulation.next_chunks():
        part = simulation.chunk(number)
        sums = play_plainly(spec, part.first, part.games)
        run.add(simulation=simulation.pk, number=number, sums=sums, spent_ms=1000)
    simulation.refresh_from_db()
    return simulation


def deal_by_hand(hand: str) -> str:
    """The start of runs in which seat 1 has this hand."""
    return read_deal(game="war", hands=[hand], ordered=[False]).start
