"""The program that draws the SVG on standard input as a PNG.  It is a process of its own because
the library holds the interpreter's lock while it draws, and every game would wait."""

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
