"""The texts of the site that can be translated, found in templates and Python by Babel: Django's
own `makemessages` needs GNU gettext, which few machines have."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.apps import apps
from django.conf import settings
from django.utils.translation.template import templatize

ROOT: Path = settings.BASE_DIR
FIELD = re.compile(r"%\(\w+\)|\{\w*\}")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def catalogue(language: str | None = None) -> Catalog:
    """Every text of ours, with the file it stands in."""
    found = Catalog(locale=language, project="warsite", fuzzy=False, charset="utf-8")
    for path, text, context in texts():
        found.add(text, locations=[(path, 0)], context=context)
    return found


@cache  # reading the sources takes seconds
def texts() -> list[tuple[str, str | tuple[str, ...], str | None]]:
    """File, text (or its two forms) and context of every marked text."""
    return [
        (str(path.relative_to(ROOT)), text, context)
        for path, source in sources()
        for _line, text, _comments, context in extract("python", BytesIO(source.encode()), KEYWORDS)
    ]


def sources() -> Iterator[tuple[Path, str]]:
    """Python as it is; templates as Django rewrites them for extraction, line by line."""
    for folder in ("games", "warsite"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_text()
    for path in sorted((ROOT / "templates").rglob("*.*")):
        lines = templatize(path.read_text(), origin=str(path)).splitlines()
        yield path, "\n".join(line.strip() for line in lines)


def libraries() -> Iterator[Message]:
    """The English texts of Django and of the apps we use."""
    folders = [Path(config.path) for config in apps.get_app_configs()]
    for folder in (*folders, Path(django.__file__).parent / "conf"):
        if (path := folder / "locale/en/LC_MESSAGES/django.po").exists():
            with path.open("rb") as file:
                yield from read_po(file)


def update(language: str, locale: Path = ROOT / "games/locale") -> list[str]:
    """Write the .po file of a language anew, with the translations it has, and its .mo.  Returns
    what keeps the language from being offered."""
    folder = locale / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    path, found = folder / "django.po", catalogue(language)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
        old.update(found)
        found = old
    with path.open("wb") as file:
        write_po(
            file, found, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False
        )
    write_compiled(folder, found)
    return [text for message in found if message.id for text in faults(message)]


def faults(message: Message) -> Iterator[str]:
    """A text that is not translated, not surely, or with other arguments."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    said = [message.string] if isinstance(message.id, str) else list(message.string or [""])
    if not all(said):
        yield f"not translated: {ids[0]}"
    elif message.fuzzy:
        yield f"fuzzy: {ids[0]}"
    elif set(FIELD.findall(said[-1])) != set(FIELD.findall(ids[-1])):
        yield f"other arguments: {ids[-1]}"


def write_compiled(folder: Path, texts: Catalog) -> None:
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, texts)


# A language that nobody speaks: all letters have accents, and some are doubled, which makes texts
# two fifths longer.
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćďéƒğĥíĵķĺḿńóṕɋŕśťúṽŵẋýžÁƁĆĎÉƑĞĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŽ"
ACCENTS = str.maketrans(
    {
        plain: (odd + odd.lower()) if plain in "aeioutsAEIOUTS" else odd
        for plain, odd in zip(PLAIN, ACCENTED, strict=True)
    }
)
KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{[^{}]*\}|<[^<>]*>|&#?\w+;)")  # arguments and markup


def accented(text: str) -> str:
    """
    >>> accented("Join <b>{name}</b> at %(table)s")
    'Ĵóóííń <b>{name}</b> ááťť %(table)s'
    """
    parts = KEPT.split(text)
    return "".join(
        part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(parts)
    )


def pseudo(folder: Path, language: str = "en_XA") -> None:
    """Write that language below a folder of LOCALE_PATHS."""
    made = Catalog(locale="en", charset="utf-8")
    for message in (*libraries(), *catalogue()):
        if message.id:
            made.add(message.id, translated(message, accented), context=message.context)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    write_compiled(place, made)


def translated(message: Message, say: Callable[[str], str]) -> str | tuple[str, ...]:
    if isinstance(message.id, str):
        return say(message.id)
    return tuple(say(text) for text in message.id)
