"""Tags that draw card shares: the present ones as a bar, those of a whole game as an area chart."""

from collections.abc import Iterable, Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()

Part = tuple[int, str, int]  # seat (0 = pot), name, cards
WIDTH = 100.0


def seat_names(players: int) -> list[str]:
    text = gettext("Seat {number}")
    return [text.format(number=number) for number in range(1, players + 1)]


def parts(counts: Sequence[int], pot: int, names: Sequence[str], spare: str) -> list[Part]:
    """The parts of the bar: the seats in order, and the pot.  With two players the pot is between
    them, otherwise last."""
    seats = [
        (number, name, count)
        for number, (name, count) in enumerate(zip(names, counts, strict=False), start=1)
    ]
    if not pot:
        return seats
    place = 1 if len(seats) == 2 else len(seats)
    return [*seats[:place], (0, spare, pot), *seats[place:]]


def rectangles(shares: Sequence[Part]) -> SafeString:
    rows, left = [], 0
    for seat, _, count in shares:
        rows.append((seat, left, count))
        left += count
    return format_html_join("", '<rect class="fr-{}" x="{}" y="0" width="{}" height="10"/>', rows)


def ticks(total: int) -> str:
    return "".join(f"M{x} 0v10" for x in range(1, total))


def legend(shares: Sequence[Part]) -> SafeString:
    sheet = static("games/cards/sprite.svg")
    rows = []
    for seat, name, count in shares:
        sign = (
            format_html(
                '<svg class="ctr s" data-seat="{}" viewBox="0 0 28 20" aria-hidden="true">'
                '<use href="{}#u-{}"/></svg>',
                seat,
                sheet,
                seat,
            )
            if seat
            else ""
        )
        rows.append(("out" if seat and not count else "", sign, name, count))
    return format_html_join("", '<li class="{}">{}<span class="fn">{}</span> <b>{}</b></li>', rows)


@register.simple_tag
def front(
    counts: Sequence[int],
    pot: int = 0,
    names: Sequence[str] | None = None,
    style: str = "",
    spare: str = "",
) -> SafeString:
    """The bar of card shares.  The style "thin" is for lists."""
    called = names or seat_names(len(counts))
    shares = parts(counts, pot, called, spare or gettext("Pot"))
    total = sum(count for _, _, count in shares) or 1
    return format_html(
        '<div class="{}"><svg viewBox="0 0 {} 10" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}<path class="tick" d="{}"/></svg><ul>{}</ul></div>',
        f"front {style}".strip(),
        total,
        gettext("Cards held: {shares}").format(
            shares=", ".join(f"{name} {count}" for _, name, count in shares)
        ),
        rectangles(shares),
        ticks(total),
        legend(shares),
    )


def areas(
    rows: Sequence[Sequence[float]], across: Sequence[float] | None = None
) -> Iterable[tuple[int, str]]:
    """The area of each seat as an SVG path, from its upper edge to the bottom of the chart.  Areas
    lower in the chart are drawn later, over the higher ones, so seat 1 comes last.  `across`: the
    position of each row; even steps by default."""
    spots = across or [number * WIDTH / max(len(rows) - 1, 1) for number in range(len(rows))]
    for seat in range(len(rows[0]), 0, -1):
        edge = "L".join(
            f"{x:.1f} {100 - 100 * sum(row[:seat]) / (sum(row) or 1):.1f}"
            for x, row in zip(spots, rows, strict=True)
        )
        yield seat, f"M{edge}L{spots[-1]:.3g} 100L{spots[0]:.3g} 100z"


@register.simple_tag
def front_chart(
    rows: Sequence[Sequence[int]],
    names: Sequence[str] | None = None,
    style: str = "fc area",
) -> SafeString:
    """Card shares by battle: one row of counts per sampled battle, seat 1 at the bottom.  Cards in
    nobody's pile at that moment do not count."""
    if not rows:
        return SafeString("")
    points = [*rows, rows[0]] if len(rows) == 1 else rows  # a game that has just begun has one
    called = names or seat_names(len(points[0]))
    held = [[row[seat] for row in points] for seat in range(len(points[0]))]
    text = gettext("{name} between {least} and {most}, now {last}")
    description = "; ".join(
        text.format(name=name, least=min(cards), most=max(cards), last=cards[-1])
        for name, cards in zip(called, held, strict=False)
    )
    return format_html(
        '<svg class="{}" viewBox="0 0 100 100" preserveAspectRatio="none" role="img"'
        ' aria-label="{}"><rect class="fr-0" width="100"'
        ' height="100"/>{}</svg>',
        style,
        gettext("Share of cards by battle. {shares}.").format(shares=description),
        format_html_join("", '<path class="fr-{}" d="{}"/>', areas(points)),
    )


@register.simple_tag
def spark(rows: Sequence[Sequence[int]], names: Sequence[str] | None = None) -> SafeString:
    """The chart of a whole game, small enough for a list."""
    return front_chart(rows, names, "spark")
