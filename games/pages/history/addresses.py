"""Addresses of places, their names, and what can be played on from there."""

from typing import Any

from django.http import HttpRequest

from games.lab.chances import from_here
from games.table.replay.recording import ALL

View = dict[str, Any]


def address(replay: str, at: str, eyes: str = ALL) -> str:
    """The address of a place, below the page of its replay."""
    return f"{replay}at/{at}/" + ("" if eyes == ALL else f"?view={eyes}")


def place_facts(request: HttpRequest, replay: str, at: str, eyes: str, game: str) -> View:
    """The context of `replay/_from_here.html`, and the link to share."""
    path = address(replay, at, eyes)
    games = from_here.games_for(game, request.user)
    return {
        "here": {"path": path, "games": games, "is_million": games == from_here.GAMES},
        "link": request.build_absolute_uri(path),
    }
