"""Tags that draw cards, piles and seat marks, and cards inside a line of text.

`{% load cards %}` also loads the tags of `front` and `words`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.templatetags import front, words

register = template.Library()
register.tags.update(front.register.tags)
register.filters.update(front.register.filters | words.register.filters)
register.tags.update(words.register.tags)

RANKS = {"T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
SUITS = {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}
COURTS = [rank + suit for rank in "JQK" for suit in SUITS]
HIDDEN = "??"
CODE = re.compile(r"\{([2-9TJQKA][cdhsCDHS]|X[1-8])\}")
CHIP = re.compile(CODE.pattern + r"([.,;:)]*)")  # with the punctuation after it, which may not wrap


def sprite() -> str:
    return static("games/cards/sprite.svg")


@register.simple_tag
def sprite_url() -> str:
    """The URL of the sprite sheet with every symbol; append `#i-play`, `#logo` and so on."""
    return sprite()


def spoken(code: str) -> str:
    """A card in words: Kd -> king of diamonds."""
    if code == HIDDEN:
        return gettext("face-down card")
    if code.startswith("X"):
        return gettext("joker")
    rank, suit = gettext(RANKS.get(code[0], code[0])), gettext(SUITS[code[1].lower()])
    return gettext("{rank} of {suit}").format(rank=rank, suit=suit)


def suit_of(code: str) -> str:
    """The suit; the second pack uses capital letters, jokers have none."""
    return "x" if code.startswith("X") else code[1].lower()


def symbol_of(code: str) -> str:
    """The name of a card's symbol in the sheet: cards of both packs look the same, and so do all
    jokers."""
    return "X" if code.startswith("X") else code[0] + suit_of(code)


@register.simple_tag
def icon(name: str) -> SafeString:
    return format_html(
        '<svg class="ic" viewBox="0 0 20 20" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        sprite(),
        name,
    )


@register.simple_tag
def counter(seat: int, size: str = "") -> SafeString:
    """The mark of a seat, from 1; silent for screen readers, as the name is next to it."""
    return format_html(
        '<svg class="{}" data-seat="{}" viewBox="0 0 28 20" aria-hidden="true">'
        '<use href="{}#u-{}"/></svg>',
        f"ctr {size}".strip(),
        seat,
        sprite(),
        seat,
    )


@register.simple_tag
def emblem(key: str, size: str = "") -> SafeString:
    """The emblem of a player beside their name; "" for players without one."""
    if not key:
        return SafeString("")
    return format_html(
        '<svg class="{}" viewBox="0 0 28 20" aria-hidden="true"><use href="{}#e-{}"/></svg>',
        f"emb {size}".strip(),
        sprite(),
        key,
    )


def faces(code: str, face: str) -> SafeString:
    """The drawing inside a card: a small symbol, and a large one unless `face` is "mini".  Only the
    large one of a court card loads a picture."""
    sheet = sprite()
    if code == HIDDEN:
        return format_html('<use href="{}#back"/>', sheet)
    symbol = symbol_of(code)
    mini = format_html('<use class="mini" href="{}#m-{}"/>', sheet, symbol)
    if face == "mini":
        return mini
    full = format_html('<use class="full" href="{}#f-{}"/>', sheet, symbol)
    if symbol in COURTS:
        full += format_html(
            '<image class="full" href="{}" x="22.6" y="26.6" width="54.8" height="86.8"'
            ' preserveAspectRatio="none"/>',
            static(f"games/cards/{symbol}.svg"),
        )
    return full + mini


def card_html(code: str, face: str, state: str, label: str) -> SafeString:
    role = format_html(' role="img" aria-label="{}"', label) if label else ""
    suit = format_html(' data-suit="{}"', suit_of(code)) if code != HIDDEN else ""
    return format_html(
        '<span class="{}"{}{}><svg viewBox="0 0 100 140" aria-hidden="true">{}</svg></span>',
        f"card {state}".strip(),
        suit,
        role,
        faces(code, face),
    )


@register.simple_tag
def card(code: str, face: str = "", state: str = "") -> SafeString:
    """One card, face up by its code or face down ("??").  `face`: "mini" for cards that are never
    66 px wide.  `state`: win, locked or ghost."""
    return card_html(code, face, state, spoken(code))


@register.simple_tag
def fan(codes: Sequence[str] | int, face: str = "") -> SafeString:
    """Face-down cards of a war: a count, or codes of which "??" stay face down."""
    held = [HIDDEN] * codes if isinstance(codes, int) else list(codes)
    if not held:
        return SafeString("")
    open_cards = [code for code in held if code != HIDDEN]
    hidden = len(held) - len(open_cards)
    labels = [spoken(code) for code in open_cards]
    if hidden:
        text = ngettext("{count} face-down card", "{count} face-down cards", hidden)
        labels.append(text.format(count=hidden))
    inside = format_html_join("", "{}", ((card_html(code, face, "", ""),) for code in held))
    return format_html(
        '<span class="fan{}" data-n="{}" role="img" aria-label="{}">{}</span>',
        " open" if open_cards else "",
        len(held),
        ", ".join(labels),
        inside,
    )


@register.simple_tag
def stage_cards(stage: Sequence[str], state: str = "") -> SafeString:
    """One stage of a war: face-down cards, then the card that decides it, with this `state` as in
    `card`."""
    if not stage:
        return SafeString("")
    return fan(stage[:-1]) + card(stage[-1], state=state)


@register.simple_tag
def seat_name(names: Sequence[str], seat: int) -> str:
    return names[seat - 1]


@register.simple_tag
def pile(count: int, label: str = "") -> SafeString:
    """A face-down pile with its exact number of cards.  An empty pile is a dashed slot."""
    if count:
        text = ngettext("{count} card, face down", "{count} cards, face down", count)
        thickness = "p3" if count > 20 else "p2" if count > 5 else ""
        top = card_html(HIDDEN, "", thickness, text.format(count=count))
    else:
        top = format_html('<span class="slot">{}</span>', gettext("empty"))
    return format_html(
        '<figure class="pile">{}<figcaption><b>{}</b> {}</figcaption></figure>',
        top,
        count,
        label or gettext("pile"),
    )


@lru_cache(maxsize=256)  # a log has hundreds of the same 52
def chip_of(code: str, language: str) -> SafeString:
    """A card inside a line of text.  The style sheet adds the rank and the suit, because a log has
    too many cards for elements of their own."""
    return format_html(
        '<span class="cc" data-rank="{}" data-suit="{}"><span class="sr">{}</span></span>',
        gettext("joker") if code.startswith("X") else "10" if code[0] == "T" else code[0],
        suit_of(code),
        spoken(code),
    )


@register.filter
def chips(text: str) -> SafeString:
    """A line of the log: `{Kd}` becomes a card, everything else is escaped."""
    parts = CHIP.split(text)
    pieces, language = [conditional_escape(parts[0])], get_language()
    for code, stop, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        pieces += [stopped(chip_of(code, language), stop), conditional_escape(rest)]
    return SafeString("".join(pieces))  # nosec B703  # of escaped parts


def stopped(chip: SafeString, stop: str) -> SafeString:
    return format_html('<span class="nb">{}{}</span>', chip, stop) if stop else chip


@register.simple_tag
def assets() -> dict[str, object]:
    """The URLs of files that the table's script needs; in production they contain hashes."""
    return {
        "sprite": sprite(),
        "courts": {code: static(f"games/cards/{code}.svg") for code in COURTS},
    }
