"""A table of World War III with a known deal, and players who play it."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from playwright.sync_api import Page

from games.rules import fairness
from games.rules.catalogue import find
from games.rules.game import Reject
from tests.site import Site

GAME = find("ww3")
OPEN_TABLE = (
    "from games.accounts.models import Player; from games.table.writer import opening; "
    "by = Player.objects.get(name='{name}'); "
    "print('CODE', opening.open_table(by=by, game='ww3', options='{options}').code)"
)
CHOICES = ("decline", "hold", "reset", "target", "play", "fight", "draw")


def open_for(site: Site, name: str, options: str) -> str:
    """Open a table for this player; returns the code."""
    made = site.manage("shell", "-c", OPEN_TABLE.format(name=name, options=options))
    found = re.search(r"^CODE (\S+)$", made.stdout, re.M)
    assert found, made.stderr
    return found[1]


def eventful(options: str, wanted: Sequence[str], rounds: int) -> Callable[[bytes], bool]:
    """Whether everything wanted happens in the first rounds of a deal, whoever holds in a war or
    nobody (a hold can come too late), if everyone declines when possible and aims at the first
    opponent to their left."""
    o = GAME.options(options)
    holders = list(product((None, *range(o.players)), repeat=rounds * 2))
    return lambda key: all(set(wanted) <= story(o, key, rounds, each) for each in holders)


def story(o: Any, key: bytes, rounds: int, holders: Sequence[int | None]) -> set[str]:
    """The kinds of acts offered in the first rounds of this deal, if this seat holds once in each
    war when it may."""
    t: Any = GAME.deal(o, fairness.shuffle(key, GAME.pack(o)))
    seen, held = set[str](), 0
    while t.rounds <= rounds and not GAME.result(t, o):
        for seat in range(o.players):
            asks = GAME.view(t, o, seat)["asks"]
            act = next((act for act in CHOICES if asks and act in asks["acts"]), "")
            if act == "hold" and t.phase.name == "HOLD":
                holder = holders[t.wars - 1] if t.wars <= len(holders) else None
                act = "hold" if seat == holder and held != t.wars else "draw"
                seen.add("hold")
            if act:
                args = arguments(act, asks, seat, t.reveal)
                held = t.wars if act == "hold" else held
                seen.add(act)
                done = GAME.apply(t, o, t.since, seat, GAME.read_move(act, args), [])
                assert done == Reject.OK
                break
        else:
            GAME.fire(t, o, [])
    return seen


def arguments(act: str, asks: dict[str, Any], seat: int, reveal: int) -> dict[str, Any]:
    if act == "decline":
        return {"card": asks["declines"][0]}
    if act == "target":
        after = (number for number in asks["targets"] if number > seat + 1)
        return {"opponent": next(after, asks["targets"][0])}
    if act in ("hold", "reset"):
        return {"reveal": reveal, "rt": 700, "arr": 700, "credit": 0}
    return {}


# Pages --------------------------------------------------------------------------------------


def asked(page: Page) -> str:
    """The words on the orange button; "" if nothing is asked."""
    return str(
        page.evaluate(
            """() => {
              const main = document.querySelector("[data-bar-main]");
              const off = main.hidden || main.classList.contains("off");
              const off2 = main.getAttribute("aria-disabled") === "true";
              return off || off2 ? "" : main.querySelector("span").textContent;
            }"""
        )
    )


def others(page: Page) -> list[str]:
    """The words on the other buttons."""
    return page.locator("[data-bar-more] button span:first-of-type").all_text_contents()


def told(page: Page) -> str:
    return " ".join((page.locator("[data-log]").text_content() or "").split())


def round_of(page: Page) -> int:
    return int(re.sub(r"\D", "", page.locator("[data-place]").text_content() or "") or 0)


def is_over(page: Page) -> bool:
    return page.locator("[data-table][data-status=finished]").count() == 1


def pace(page: Page) -> None:
    """Make forced moves, by key."""
    words = asked(page)
    if words.startswith(("Lay", "Turn")) or (words == "Fight" and not others(page)):
        page.keyboard.press("Space")
