"""House rules that are a rank, or two: those of War (1.7)."""

from typing import Any

from games.rules.cards import NONE, RANK_PLURALS, RANKS
from games.rules.options import BadOptions, Choice, Option, Values


class Rank(Option):
    """A rank up to `last`, or none."""

    def __init__(self, label: str, description: str, *, last: str = "A", **more: Any) -> None:
        upto = RANKS.index(last) + 1
        ranks = [Choice(RANKS[r], RANK_PLURALS[r].capitalize()) for r in range(upto)]
        super().__init__(label, description, Choice("none", "not played"), *ranks, **more)

    def parse(self, value: str) -> int:
        """0 (two) .. 12 (ace), or NONE."""
        return NONE if value == "none" else RANKS.index(value)

    def write(self, number: int) -> str:
        """The letter of the rank."""
        return "none" if number == NONE else RANKS[number]

    def spell(self, number: int) -> str:
        """`threes`."""
        return RANK_PLURALS[number]


class RankPair(Rank):
    """A rank, two of them, or none.  The second has a field of its own, `slap2` beside `slap`."""

    pair = True

    def read(self, text: str) -> str:
        """Two ranks are sorted, and may be joined by a plus sign."""
        text = text.strip()
        known = [choice.value for choice in self.choices]
        if text in known:
            return text
        parts = text.replace("+", ",").split(",")
        if len(parts) != 2 or any(p not in known or p == self.default for p in parts):
            raise self.refusal(text)
        if parts[0] == parts[1]:
            raise BadOptions((self.key,), f"{self.label}: the two ranks must differ.")
        return ",".join(sorted(parts, key=known.index))

    def fields(self, values: Values) -> dict[str, int]:
        """Both fields."""
        first, _, second = values[self.key].partition(",")
        return {self.field: self.parse(first), f"{self.field}2": self.parse(second or "none")}

    def value(self, o: Any) -> str:
        """One rank or two."""
        ranks = [getattr(o, self.field), getattr(o, f"{self.field}2")]
        return ",".join([self.write(ranks[0]), *(RANKS[r] for r in ranks[1:] if r != NONE)])
