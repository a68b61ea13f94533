"""A film of a table: its page, looked at every 50 ms and whenever it changes, by a script in it."""

import re
from collections import Counter
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Page

BACKLOG = 3  # versions: of states that come faster some are not drawn, see motion.js
START = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => all(selector)[0]?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const count = (selector) => all(`[data-felt] ${selector}`).length;
  const label = (selector) => document.querySelector(selector)?.getAttribute("aria-label") ?? "";
  const box = (selector) => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join();
  };
  const isKnown = ({ dataset }) => dataset.code !== "??";
  const codeOf = ({ dataset: { rank, suit } }) => rank.replace("10", "T") + suit;
  let [version, ahead] = [0, 0];
  document.addEventListener("drawn", ({ detail: { v } }) => ([version, ahead] = [v, v - version]));
  window.film = [];
  // Once they have turned over, cards have names.
  window.namesOf = (cards) => cards.filter(isKnown).map((card) => card.getAttribute("aria-label"));
  const look = () => {
    const laid = all(":is(.lane, .cell, .flight) .card");
    film.push({
      at: performance.now(),
      place: text("[data-place]"),
      cards: laid.filter((card) => isKnown(card) && !card.closest(".flying, .fan"))
        .map((card) => card.dataset.code).join(" "),
      turning: laid.filter((card) => !isKnown(card) && !card.closest(".fan")),
      flying: count(".flying"),
      faces: all("[data-felt] .card").map((card) => card.dataset.code),
      labels: all("[data-felt] .card").map((card) => card.getAttribute("aria-label")),
      named: all("[data-log] li:first-child .cc").map(codeOf),
      ahead,
      numbers: all(".seat-row figcaption b, [data-zone=pickup] b, .tot, .ctr + .fn + b")
        .map((number) => Number(number.textContent)),
      wins: count(".win") + count(".take"),
      call: text("[data-felt] .call"),
      stakes: text("[data-felt] .stake"),
      log: text("[data-log] li:first-child"),
      facts: text("[data-facts]"),
      polite: text("[data-polite]"),
      assertive: text("[data-assertive]"),
      chart: label("[data-chart-box] svg"),
      main: text("[data-bar-main] span"),
      boxes: [box("[data-felt]"), box("[data-bar]"), box("[data-strip]")].join(" "),
    });
  };
  document.addEventListener("drawn", look); // two states may be drawn without a pause
  setInterval(look, 50);
  const watched = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, watched); // on a busy machine 50 ms may be long
}"""

ROWS = "film.map(({ turning, ...row }) => ({ ...row, covered: namesOf(turning) }))"

# Presses the first key that the bar offers, again and again.
PLAY = """() => {
  const play = () => {
    const keys = document.querySelectorAll("[data-bar-main]:not(.off), [data-bar-more] button");
    [...keys].find((key) => key.checkVisibility() && key.ariaDisabled !== "true")?.click();
  };
  window.playing = setInterval(play, 100);
}"""


class Picture(NamedTuple):
    at: float  # ms
    place: str
    cards: str  # that lie open
    covered: list[str]  # names of cards that have not turned over yet
    flying: int
    faces: list[str]  # of all cards, in hands and on their way, too
    labels: list[str | None]  # of the same
    named: list[str]  # cards in the newest line of the log
    ahead: int  # by how many versions the last change was
    numbers: list[int]  # of the cards that each seat has
    wins: int  # outlines and tags of winners
    call: str
    stakes: str
    log: str
    facts: str
    polite: str
    assertive: str
    chart: str
    main: str
    boxes: str

    @property
    def told(self) -> tuple[str, ...]:
        """The facts that depend on how a turn ends, besides the call."""
        wars = self.facts.partition(",")[2]
        return self.stakes, self.log, wars, self.chart

    @property
    def heard(self) -> tuple[str, str]:
        return self.polite, self.assertive


def start(page: Page) -> None:
    """Look at the page, and play on it."""
    page.evaluate(START)
    page.evaluate(PLAY)


def pictures(page: Page) -> list[Picture]:
    rows: list[dict[str, Any]] = page.evaluate(ROWS)
    return [Picture(**row) for row in rows]


def stays(film: list[Picture]) -> list[float]:
    """How long each pair of cards lay open, in ms; the last one may still lie there."""
    groups = [list(group) for _, group in groupby(film, key=lambda picture: picture.cards)]
    return [
        following[0].at - pair[0].at
        for pair, following in pairwise(groups)
        if len(pair[0].cards.split()) == 2
    ]


def early(film: list[Picture]) -> list[dict[str, Any]]:
    """The changes that give something away about covered cards too soon: all since the last picture
    without covered cards, before and then."""
    wrong, open_ = [], film[0]
    for picture in film:
        if not picture.covered:
            open_ = picture
        elif not is_silent(picture, open_):
            pairs = zip(Picture._fields, open_, picture, strict=True)
            wrong.append({name: (old, new) for name, old, new in pairs if old != new})
    return wrong


def named(film: list[Picture]) -> list[tuple[str, Picture]]:
    """Cards that have not turned over yet and that something names already, and where."""
    wrong, before = [], ""
    for picture in film:
        labels = (label or "" for label in picture.labels)
        words = " ".join((picture.call, *picture.told, *picture.heard, *labels))
        if not picture.covered:
            before = words
        fresh = (card for card in picture.covered if words.count(card) > before.count(card))
        wrong += [(card, picture) for card in fresh]
    return wrong


def unseen(film: list[Picture]) -> list[tuple[str, Picture]]:
    """Cards that the log names before they lie open; states that were left out do not count."""
    wrong = []
    for before, picture in pairwise(film):
        fresh = Counter(picture.named) - Counter(before.named)
        hidden = {*fresh} - {*picture.faces} - {*before.faces}
        wrong += [(card, picture) for card in hidden if picture.ahead <= BACKLOG]
    return wrong


def is_silent(picture: Picture, open_: Picture) -> bool:
    """Whether it tells no more than the last picture without covered cards.  Of a battle that has
    just begun it tells nothing."""
    number = picture.place.removeprefix("battle ")
    fresh = set(picture.heard) - set(open_.heard)
    if picture.wins or any(all(name in heard for name in picture.covered) for heard in fresh):
        return False
    if picture.place == open_.place:
        grown = any(now > old for now, old in zip(picture.numbers, open_.numbers, strict=True))
        return not grown and (picture.call, picture.told) == (open_.call, open_.told)
    return picture.call == f"Battle {number}" and not re.match(rf"{number}\D", picture.log)
