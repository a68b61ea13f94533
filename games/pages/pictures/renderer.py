"""Draws the SVG on standard input as a PNG.  A program of its own: the library holds the lock of
the interpreter while it draws, and everybody's games would wait."""

import os
import sys

import resvg_py

FOLDER = os.path.dirname(__file__)  # noqa: PTH120  # pathlib takes as long as a card
FONTS = [f"{FOLDER}/fonts/Archivo-{weight}.ttf" for weight in ("Regular", "Bold")]
NICE = 10  # games come first


def draw(svg: str, width: int | None = None) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=FONTS, width=width
    )


if __name__ == "__main__":
    os.nice(NICE)
    sys.stdout.buffer.write(draw(sys.stdin.buffer.read().decode()))
