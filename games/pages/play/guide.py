"""A guided deal: the same few cards for everyone, one decision at a time, in about a minute.

It is a page of questions, not a game: nothing is stored, and it works without scripts."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from games.rules.catalogue import GAMES
from games.untrusted import whole_number


class Row(NamedTuple):
    """A player's cards on the table; `note`: their place, or what happens to them."""

    seat: int
    name: str
    cards: tuple[str, ...]  # codes as `{% card %}` takes them
    note: str = ""


class Choice(NamedTuple):
    """A possible move.  `why`: the consequence of a move that is not the best."""

    text: str
    why: str = ""


class Step(NamedTuple):
    text: str
    rows: tuple[Row, ...]
    choices: tuple[Choice, ...]


YOU, RECRUIT, CHARLIE = _("You"), _("Recruit"), _("Charlie")
HAND = _("your hand")
GOES_ON = (Choice(_("Continue")),)

GUIDES: dict[str, tuple[Step, ...]] = {
    "ww3": (
        Step(
            _("You lead. Everyone lays the highest card of their hand: that is not your choice."),
            (Row(1, YOU, ("Kd", "Ts", "9d", "4h", "2c"), HAND),),
            (
                Choice(_("Lay the king")),
                Choice(_("Lay the 4"), _("You cannot: the highest card is always laid.")),
            ),
        ),
        Step(
            _("Recruit beats your king. Your highest card, the 10, does not beat the ace."),
            (
                Row(2, RECRUIT, ("As",), _("laid")),
                Row(1, YOU, ("Ts", "9d", "4h", "2c"), HAND),
            ),
            (
                Choice(_("Fight for Recruit's discard pile")),
                Choice(
                    _("Give up the 2 and decline"),
                    _("You could, and the 2 would be gone for good. But here little is at stake."),
                ),
            ),
        ),
        Step(
            _("World War I: both turn a card from their pick-up piles. You are ahead, for now."),
            (
                Row(2, RECRUIT, ("5d",), _("has two more cards to come")),
                Row(1, YOU, ("9c",), _("your card")),
            ),
            (
                Choice(_("Draw on")),
                Choice(
                    _("Hold the 9"),
                    _("With two cards to come, Recruit would beat the 9 in two games of three."),
                ),
            ),
        ),
        Step(
            _("World War II: another card each. One more can come."),
            (
                Row(2, RECRUIT, ("5d", "8c"), _("has one more card to come")),
                Row(1, YOU, ("9c", "Qh"), _("the queen counts now")),
            ),
            (
                Choice(_("Hold the queen")),
                Choice(_("Draw on"), _("You would lose the queen and hope for a better card.")),
            ),
        ),
        Step(
            _("World War III: Recruit draws a 7, and your queen wins the war."),
            (
                Row(2, RECRUIT, ("5d", "8c", "7s"), _("and the ace: all go to you")),
                Row(1, YOU, ("9c", "Qh"), _("wins")),
            ),
            GOES_ON,
        ),
        Step(
            _("A joker sends a war back to World War I. Call hold in time, and it does not."),
            (
                Row(2, RECRUIT, ("X1",), _("has just been drawn")),
                Row(1, YOU, ("Jc",), _("your card")),
            ),
            (
                Choice(_("Call hold at once")),
                Choice(_("Wait"), _("Then the war starts again, and your jack is lost.")),
            ),
        ),
    ),
    "ultimate": (
        Step(
            _("There are no turns. Your field is empty, and soon anyone can call war on you."),
            (Row(1, YOU, ("??", "Kd"), _("the top of your stack, and your hand card")),),
            (
                Choice(_("Put the top of the stack on the field")),
                Choice(_("Wait"), _("After ten seconds with an empty field, you risk a war.")),
            ),
        ),
        Step(
            _("It is a 9, open to all. Bob has put a jack on their field. Any card may strike it."),
            (
                Row(2, _("Bob"), ("Jh",), _("their field")),
                Row(1, YOU, ("??", "Kd", "9s"), _("stack, hand and field")),
            ),
            (
                Choice(_("Strike with the king")),
                Choice(_("Strike with the 9"), _("The jack is higher: Bob would take both cards.")),
                Choice(_("Strike with the stack"), _("Nobody knows that card. It may lose.")),
            ),
        ),
        Step(
            _("The higher card takes both: king and jack go under your stack."),
            (
                Row(2, _("Bob"), (), _("their field is empty now")),
                Row(1, YOU, ("??", "9s"), _("stack and field")),
            ),
            (
                Choice(_("Draw a new hand card")),
                Choice(_("Leave the hand empty"), _("There is nothing to gain: draw one.")),
            ),
        ),
        Step(
            _("Charlie challenges your hand card with the king, and stakes a 10."),
            (
                Row(3, CHARLIE, ("Ks", "Td"), _("fights with the king, stakes the 10")),
                Row(1, YOU, ("Ad", "9s"), _("hand and field")),
            ),
            (
                Choice(_("Accept: show the ace")),
                Choice(
                    _("Strike the 10 with the 9"),
                    _("You may strike what is staked, but the 10 is higher than the 9."),
                ),
            ),
        ),
        Step(
            _("The ace takes the king. Then Bob strikes your 9 with a 9: equal cards go to war."),
            (
                Row(2, _("Bob"), ("9h", "??", "??", "??", "Qs"), _("three face down, one open")),
                Row(1, YOU, ("9s", "??", "??", "??", "Ks"), _("wins all ten")),
            ),
            GOES_ON,
        ),
    ),
}


@require_safe
def guide(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a step of the guide.  `?chose=` is the choice made in this step; only the first
    choice leads on."""
    steps = GUIDES.get(key)
    if steps is None:
        raise Http404
    number = as_number(request.GET.get("step"), 1)
    chosen = as_number(request.GET.get("chose"), 0)
    context = {"section": "rules", "game": GAMES[key], "count": len(steps), "number": number}
    if 1 <= number <= len(steps):
        step = steps[number - 1]
        why = step.choices[chosen].why if chosen < len(step.choices) else ""
        context |= {"step": step, "why": why}
    return render(request, "rules/guide.html", context)


def as_number(text: str | None, usual: int) -> int:
    number = whole_number(text or "", 0, 999)
    return usual if number is None else number
