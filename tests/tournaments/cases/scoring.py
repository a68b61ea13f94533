"""Sizes, seats, points, standings, lots and acts."""

ANSWERS = dict.fromkeys(
    ("sizes", "points", "match", "noshow", "late", "seats", "lot", "chain", "arena", "act")
    + ("standings",)
)
