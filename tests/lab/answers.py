"""The golden sentences about the shipped results of the gallery.

    python -m tests.lab.answers

writes them to tests/lab/answers.txt."""

from functools import cache
from pathlib import Path

import django

from games.lab.runs import answer, gallery
from games.lab.runs.figures import Named
from games.lab.runs.gallery import GALLERY

GOLDEN = Path(__file__).with_name("answers.txt")


@cache
def sides(key: str) -> list[Named]:
    """The shipped results of a question."""
    question, found = GALLERY[key], []
    for place, (name, spec) in enumerate(question.specs()):
        side = gallery.shipped_side(question, place, spec)
        assert side is not None, "run `tests.development measure_gallery`: the rules have changed"
        found.append(Named(name, side))
    return found


def all_answers() -> str:
    lines = []
    for key, question in GALLERY.items():
        lines += [str(question.text), *answer.of_sides(sides(key), question.asked)]
        for name, side in sides(key):
            lines += [f"  {name}", *(f"    {text}" for text in answer.of_run(*side))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    django.setup()
    GOLDEN.write_text(all_answers())
