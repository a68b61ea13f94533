"""People at a table of Ultimate War, who act by pointer and by key."""

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from games.rules import fairness
from games.rules.cards import listed, rank
from games.rules.catalogue import find
from tests.e2e import deals
from tests.e2e.browser import Visitor
from tests.e2e.places import sign_up
from tests.site import Site

GAME = find("ultimate")
OPEN_TABLE = """
from games.accounts.models import Player
from games.table.writer import play
table = play.open_table(
    by=Player.objects.get(name={name!r}), game="ultimate", options={options!r}, bots={bots!r},
    tempo="storm"
)
print("CODE", table.code)
"""
# One gesture at bot speed: answers what is asked, otherwise moves or attacks.  `dice`: four
# numbers.
GESTURE = """dice => {
  const all = (where) => [...document.querySelectorAll(where)].filter((e) => e.offsetWidth);
  const free = (where) => all(where).filter((e) => e.getAttribute("aria-disabled") !== "true");
  const pick = (list, at) => list[Math.floor(dice[at] * list.length)];
  const press = (e) => { e?.click(); return Boolean(e); };
  const asked = all(".chal.asked")[0];
  const kind = asked?.dataset.kind;
  if (kind === "answer") {
    if (dice[0] < 0.4) return press(asked.querySelector("[value=accept]"));
    const other = dice[0] > 0.8 && asked.querySelector("[value=change]");
    press(other || pick([...asked.querySelectorAll("[data-option]")], 1));
    return press(pick(free(".own [data-source]"), 2));
  }
  if (kind === "consent") return press(asked.querySelectorAll(".btn")[dice[0] < 0.5 ? 0 : 1]);
  if (kind === "join") {
    const card = pick(free(".own [data-source]"), 2);
    if (dice[0] < 0.3 || !card) return press(asked.querySelector("[value=pass]"));
    return press(card) && press(asked.querySelector("[value=join]"));
  }
  const wars = free(".nofield button");
  if (wars.length && dice[0] < 0.3) return press(pick(wars, 1));
  const targets = free(".opp .card-btn, .opp button.hz");
  const sources = free(".own [data-source]");
  if (dice[0] < 0.45 || !targets.length || !sources.length) {
    return press(pick(free(".deeds :is([value=draw], [value=play], [value=deploy])"), 1));
  }
  press(pick(sources, 1));
  return press(pick(free(".opp .card-btn.reach, .opp .hz.reach"), 2));
}"""
STATE = """() => [...document.querySelectorAll(".opp, .own")].map((box) => {
  const own = box.classList.contains("own");
  const words = (where) => box.querySelector(where)?.textContent.trim() ?? "";
  const stack = own ? words(".zn .cap b") : words("[data-zone=stack] b");
  const cards = own ? ".fz [data-source]" : ".fld .card-btn";
  const field = [...box.querySelectorAll(cards)].map((e) => e.dataset.source ?? e.dataset.code);
  return [words(".who > span"), Number(words(".tot")), Number(stack), field.sort().join(" ")];
}).sort()"""


def open_for(site: Site, name: str, options: str, bots: list[str] | None = None) -> str:
    """Open a table for this player; returns the code."""
    text = OPEN_TABLE.format(name=name, options=options, bots=bots or [])
    made = site.manage("shell", "-c", text)
    assert made.returncode == 0, made.stderr
    return re.search(r"^CODE (\S+)$", made.stdout, re.M)[1]  # type: ignore[index]


def is_calm(key: bytes) -> bool:
    """Whether the first war of this deal is short whoever fights it: nobody runs out of cards at
    once."""
    table: Any = GAME.deal(GAME.options(""), fairness.shuffle(key, GAME.pack(GAME.options(""))))
    return len({rank(listed(seat.stack)[3]) for seat in table.seats[:4]}) == 4


def seat_four(visitors: list[Visitor], site: Site, options: str) -> str:
    """The first player signs up and opens the table, the others come by its link."""
    for visitor in visitors:
        deals.fix_entropy(visitor)
    sign_up(visitors[0], "Ursula")
    code = open_for(site, "Ursula", options)
    deals.set_secret(site, code, deals.find_secret(code, 4, is_calm))
    for visitor in visitors:
        visitor.open(f"/t/{code}/")
    for visitor in visitors[1:]:
        visitor.page.locator("button[value=sit]").first.click()
        expect(visitor.page.get_by_role("button", name="Ready")).to_be_visible()
    for visitor in visitors:
        visitor.page.get_by_role("button", name="Ready").click()
    for visitor in visitors:
        expect(visitor.page.locator("[data-felt] .own")).to_be_visible()
    return code


def name_of(page: Page) -> str:
    return page.locator(".own .who > span").inner_text()


def panel(page: Page, name: str) -> str:
    """The selector of this player's panel."""
    return f".opp:has(.who :text-is('{name}'))"


def told(page: Page) -> str:
    """The whole log, oldest first."""
    lines = page.locator("[data-log] li > span:last-child").all_text_contents()
    return " ".join(" ".join(line.split()) for line in reversed(lines))


def field_of(page: Page) -> list[str]:
    cards = page.locator(".own .fz [data-source]")
    return cards.evaluate_all("rows => rows.map(row => row.dataset.source)")


def source(page: Page, word: str) -> None:
    page.locator(f".own [data-source='{word}']").click()


def stack_of(page: Page) -> int:
    return int(page.locator(".own .zn .cap b").first.inner_text())


def by_stack(pages: list[Page]) -> list[Page]:
    """Players with the most cards first: luck decides fights."""
    return sorted(pages, key=stack_of, reverse=True)


def act(page: Page, deed: str, seen: Callable[[], object]) -> None:
    page.locator(f".deeds [value={deed}]").click()
    seen()


def furnish(page: Page, cards: int = 1) -> None:
    """Get this many field cards and one in the hand, by key."""
    for _ in range(20):
        if len(field_of(page)) < cards:
            page.keyboard.press("f")
        elif not page.locator(".own [data-source=hand]").count():
            page.keyboard.press("d")
        else:
            return
        page.wait_for_timeout(120)


def gesture(page: Page, luck: random.Random) -> None:
    page.evaluate(GESTURE, [luck.random() for _ in range(4)])


def state(page: Page) -> list[object]:
    """The state of all four: name, cards, stack, field."""
    return page.evaluate(STATE)
