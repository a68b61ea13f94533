"""Ultimate War on the pages."""

from django.utils.translation import gettext_noop as _

from games.pages.presentation.base import Presentation
from games.rules.ultimate.options import Options
from games.templatetags.script_words import Words, ngettext_noop

# Fights per minute between bots; with pulses everyone has one act in four seconds.
FIGHTS = {3: 24, 4: 26, 5: 25, 6: 30, 7: 34, 8: 38}
PULSED = 9


def rate(o: Options) -> int:
    return PULSED if o.pulse else FIGHTS[o.players]


def fights(o: Options) -> int:
    """Most games last until their clock runs out."""
    return round(rate(o) * o.clock / 60_000)


def minutes(length: int, o: Options) -> float:
    return min(length / rate(o), o.clock / 60_000)


SCRIPT_WORDS: Words = {
    "Field": _("Field"),
    "Hand": _("Hand"),
    "Hand-card": _("Hand card"),
    "Stack": _("Stack"),
    "Stack-top": _("Stack top"),
    "at-stake": _("at stake"),
    "bare": _("No field card: anyone can call war on you"),
    "board-at": _("Board at {number}"),
    "bound": _("bound in a challenge"),
    "call-table": _("Call table"),
    "call-war": _("Call war"),
    "call-war-on": _("Call war on {name}"),
    "call-whole-table": _("Call the whole table"),
    "call-with": _("With {card}. Players who pass put in…"),
    "cancel": _("Cancel"),
    "challenge-hand": _("Challenge the hand of {name}"),
    "challenge-stack": ngettext_noop(
        "Challenge the stack of {name}, {count} card",
        "Challenge the stack of {name}, {count} cards",
    ),
    "challenged": _("challenged"),
    "challenges-hand": _("{name} challenges the hand of {other}, at stake {options}"),
    "challenges-stack": _("{name} challenges the stack of {other}, at stake {options}"),
    "choose-call-card": _("First choose the card to call the table with."),
    "choose-card": _("Choose a card, then its target"),
    "choose-options": _("Choose the field cards to stake in a challenge"),
    "chosen": _("{card} is chosen"),
    "chosen-with-option": _("{card} is chosen; at stake {options}"),
    "deploy": _("Deploy"),
    "deploy-label": _("Deploy: top of the stack to the field"),
    "draw": _("Draw"),
    "draw-label": _("Draw: top of the stack to the hand"),
    "empty": _("empty"),
    "empty-field": _("Empty field space: put a card down"),
    "empty-hand": _("Empty hand: draw a card"),
    "hand": _("hand"),
    "hand-card": _("your hand card"),
    "has-no-field": _("{name} has no field"),
    "in": _("in"),
    "in-challenge": _("in a challenge"),
    "join-with-it": _("Join with it"),
    "middle": _("Middle"),
    "move-chosen": _("Move chosen. You can still change it."),
    "muster-in": _("Muster in {seconds} s"),
    "new-card": _("That card has just changed. Choose it again to confirm."),
    "next-pulse": _("next pulse"),
    "no-field": _("No field"),
    "no-hand": _("no hand"),
    "nothing": _("nothing"),
    "passes": _("passes"),
    "place": _("fight {number}"),
    "player-cards": ngettext_noop("{name}, {count} card", "{name}, {count} cards"),
    "ready": _("ready"),
    "stack": _("stack"),
    "stake": _("Stake"),
    "step": "{number}",
    "step-of": _("{number} of {length}"),
    "strike": _("Strike {card} of {name}"),
    "strike-option": _("Strike the card at stake, {card}"),
    "their-highest": _("their highest"),
    "their-lowest": _("their lowest"),
    "to-answer": _("to answer"),
    "to-field": _("To field"),
    "to-field-label": _("Hand card to field"),
    "top-of-stack": _("the top of your stack"),
    "units": ngettext_noop("{count} fight", "{count} fights"),
    "war-on": _("Anyone can call war on {name}."),
    "war-on-you": _("Anyone can call war on you."),
    "which-card": _("Which card of yours?"),
    "which-instead": _("Which card instead?"),
    "which-joins": _("Which card goes in?"),
    "which-strikes": _("Which card strikes {card}?"),
    "with-card": _("with {card}"),
    "you-challenge-hand": _("You challenge the hand of {other}, at stake {options}"),
    "you-challenge-stack": _("You challenge the stack of {other}, at stake {options}"),
    "you-no-field": _("You have no field"),
    "your-cards": _("Your cards"),
    "your-field": _("Your field: {card}"),
    "your-hand": _("Your hand: {card}"),
    "your-stack": ngettext_noop(
        "Top of your stack, {count} card", "Top of your stack, {count} cards"
    ),
}
presentation = Presentation(
    key="ultimate",
    line=_("No turns. One card hidden, three on the field, and strike whenever you like."),
    tile=(("??", "Kd"), ("9h", "5s", "Jc")),
    more_options=_("times, card order, cards left over"),
    length=fights,
    guided=True,
    practice="clock=300000;seats=3",
    minutes=minutes,
    held="total",
    board="games/js/boards/ultimate/board.js",
    script_words=SCRIPT_WORDS,
    stylesheet="games/css/ultimate.css",
)
