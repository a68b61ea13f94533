"""The presentation of Ultimate War on pages."""

from django.utils.translation import gettext_noop as _

from games.pages.presentation.base import Presentation, Shown, View
from games.rules.ultimate.options import Options
from games.templatetags.script_words import Words, ngettext_noop

# Fights per minute of twenty between bots; with pulses everyone has one act in four seconds.
FIGHTS = {3: 19, 4: 21, 5: 23, 6: 24, 7: 25, 8: 26}
PULSED = 9
TWENTY_MINUTES_MS = 1_200_000
# Fights until half of 4,000 games with two hours were over; the clock ended 7 of 100 or fewer.
OWN_END = {3: 688, 4: 783, 5: 842, 6: 865, 7: 894, 8: 912}


def rate(o: Options) -> int:
    return PULSED if o.pulse else FIGHTS[o.players]


def fights(o: Options) -> int:
    """The number of fights in a game that lasts until its clock runs out.  Most games do."""
    return round(rate(o) * o.clock / 60_000)


def is_cut(o: Options, median: int) -> bool:
    """Whether the clock ends most games.  With twenty minutes and three players it ends 75 of
    100."""
    return o.clock <= TWENTY_MINUTES_MS


def own_end(o: Options) -> int | None:
    """The median length (fights) of games without a time limit; None with pulses, where the clock
    ends most games even after two hours."""
    return None if o.pulse else OWN_END[o.players]


def minutes(length: int, o: Options) -> float:
    return min(length / rate(o), o.clock / 60_000)


def shown(view: View) -> list[Shown]:
    """The cards on the fields."""
    return [Shown([place["card"] for place in seat["field"]]) for seat in view["seats"]]


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
    "chosen": _("{card} selected."),
    "chosen-with-option": ngettext_noop(
        "{card} selected. If you challenge, your {options} is at stake.",
        "{card} selected. If you challenge, your {options} are at stake.",
    ),
    "deploy": _("Stack to field"),
    "deploy-label": _("Top of the stack to the field"),
    "draw": _("Draw"),
    "draw-label": _("Draw: top of the stack to the hand"),
    "empty": _("empty"),
    "empty-field": _("Empty field space: field a card"),
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
    "to-field": _("Hand to field"),
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
    is_cut=is_cut,
    own_end=own_end,
    endless="full",
    guided=True,
    practice="clock=300000;seats=3",
    minutes=minutes,
    held="total",
    shown=shown,
    board="games/js/boards/ultimate/board.js",
    script_words=SCRIPT_WORDS,
    stylesheet="games/css/ultimate.css",
)
