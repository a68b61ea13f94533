"""The commands in the documents exist, and have the options that are named there."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

from django.core.management import get_commands, load_command_class

from tests.each import each
from tests.production import ROOT, SERVICES
from warsite.__main__ import COMMANDS

NAMES = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*NAMES, *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]
BLOCK = re.compile(r"^ *```(?:sh)?\n(.*?)^ *```$", re.M | re.S)
ANY_BLOCK = re.compile(r"^ *```.*?^ *```$", re.M | re.S)
OF_COMPOSE = {"build", "down", "exec", "run", "start", "stop", "up"}
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))


def commands(page: str) -> Iterator[list[str]]:
    """The words of each line in a block, and of each piece of code in a sentence."""
    text = (ROOT / page).read_text()
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    lines += re.findall(r"`([^`]+)`", ANY_BLOCK.sub("", text))
    for line in lines:
        yield re.sub(r"[\[\]]|\s#\s.*", " ", line).split()


def after(words: list[str], *first: str) -> Iterator[list[str]]:
    """What follows these words, wherever they stand."""
    for at in range(len(words)):
        if words[at : at + len(first)] == [*first]:
            yield words[at + len(first) :]


def told(page: str, *first: str) -> list[list[str]]:
    return [rest for words in commands(page) for rest in after(words, *first) if rest]


def test_the_commands_are_found():
    assert ["play"] in told("README.md", "make")
    assert ["lint", "types"] in told("CONTRIBUTING.md", "make")
    assert ["verify", "--last", "100"] in told("docs/operations.md", "python", "manage.py")
    assert ["--rm", "--no-deps", "migrate"] in told("docs/operations.md", "compose", "run")


@each(PAGES)
def test_every_target_of_make_exists(page):
    for words in told(page, "make"):
        targets = {*takewhile(lambda word: re.fullmatch("[a-z-]+", word), words)}
        assert targets <= TARGETS, words


def test_the_readme_begins_with_the_two_that_matter():
    first = re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.M)
    assert first[:2] == ["play", "test"]


@each(PAGES)
def test_every_command_of_manage_has_these_options(page):
    asked = [*told(page, "manage.py"), *told(page, "-m", "tests.development")]
    asked += told(page, "warsite", "manage")
    for name, *words in asked:
        if not re.fullmatch("[a-z_]+", name):  # a placeholder
            continue
        assert name in get_commands(), name
        command = load_command_class(get_commands()[name], name)
        known = re.findall(r"--[\w-]+", command.create_parser("manage.py", name).format_help())
        assert {word for word in words if word.startswith("--")} <= {*known}, words


@each(PAGES)
def test_every_module_that_is_run_exists(page):
    for name, *words in told(page, "-m"):
        if re.fullmatch(r"(tests|warsite|games)[\w.]*", name):
            assert find_spec(name), name
        if name == "pytest":
            paths = [word for word in words if "/" in word]
            assert all((ROOT / path).exists() for path in paths), words


@each(PAGES)
def test_every_command_of_warsite_exists(page):
    asked = [words[1] for words in commands(page) if words[:1] == ["warsite"] and words[1:]]
    assert {*asked} <= {*COMMANDS}


@each(PAGES)
def test_every_service_that_compose_is_told_exists(page):
    for name, *words in told(page, "docker", "compose"):
        assert name in OF_COMPOSE, name
        named = [word for word in words if not word.startswith("-")]
        if name in ("exec", "run"):
            named = named[:1]
        services = {word.partition("=")[0] for word in named}
        assert services <= {*SERVICES}, words


@each(PAGES)
def test_every_file_of_a_command_exists(page):
    for words in commands(page):
        for word in words:
            if re.fullmatch(r"(tests|deploy|requirements|docs)/[\w/.-]+\.\w+", word):
                assert Path(ROOT, word).exists(), word
