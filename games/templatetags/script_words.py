"""The texts that scripts need, as a catalogue in the page: their keys are in
`games/static/games/js`, as `t("key")`.  Texts of one game are in its presentation."""

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop, ngettext

register = template.Library()

Words = Mapping[str, str | tuple[str, str]]  # one and many, chosen by {count}
PERIOD = 100  # the rules of all languages repeat after so many


def ngettext_noop(singular: str, many: str) -> tuple[str, str]:
    """Mark a plural for translation, and return it unchanged."""
    return singular, many


CARDS = ngettext_noop("{count} card", "{count} cards")  # every language has its forms of this
SITE: Words = {
    "close": gettext_noop("Close"),
    "copied": gettext_noop("Copied."),
    "copy-by-hand": gettext_noop("Your browser refused. Copy this:"),
    "looking": gettext_noop("Looking for players: {kinds}"),
    "ms": gettext_noop("{ms} ms"),
    "new-notices": ngettext_noop("{count} new notice", "{count} new notices"),
    "no-notices": gettext_noop("You have no notices."),
    "no-sound": gettext_noop("This browser plays no sounds right now."),
    "notifications-refused": gettext_noop(
        "Your browser allows no notifications from this site. You can change that in its settings."
    ),
    "offline": gettext_noop("No connection. Try again in a moment."),
    "players-found": gettext_noop("Players were found."),
    "still-there": gettext_noop("Are you still looking for players?"),
    "went-wrong": gettext_noop("Part of this page has failed. Reload it."),
}
# Lists are lists in all languages: ranks from two to ace and the joker, places from the first.
BOARD: Words = {
    "Seat": gettext_noop("Seat {seat}"),
    "bot": gettext_noop("bot"),
    "card": gettext_noop("{rank} of {suit}"),
    "cards-face-down": ngettext_noop("{count} card, face down", "{count} cards, face down"),
    "cards-held": gettext_noop("Cards held: {shares}"),
    "demand": ngettext_noop("{words}. {count} second.", "{words}. {count} seconds."),
    "key-and-label": gettext_noop("{key}: {label}"),
    "face-down-cards": ngettext_noop("face-down card", "{count} face-down cards"),
    "ordinals": gettext_noop("1st,2nd,3rd,4th,5th,6th,7th,8th"),
    "out": gettext_noop("out"),
    "out-place": gettext_noop("out, {place}"),
    "ranks": gettext_noop("2,3,4,5,6,7,8,9,10,jack,queen,king,ace,joker"),
    "ring": ngettext_noop("{count} second: {label}", "{count} seconds: {label}"),
    "share-of-cards": gettext_noop("Share of cards. Now {shares}."),
    "suits": gettext_noop("clubs,diamonds,hearts,spades"),
    "wars": ngettext_noop("{count} war", "{count} wars"),
    "winner": gettext_noop("winner"),
    "you": gettext_noop("you"),
    "you-are-watching": gettext_noop("You are watching."),
}
TABLE: Words = {
    "Ready": gettext_noop("Ready"),
    "away": gettext_noop("away"),
    "away-bot-plays": gettext_noop("away, bot plays"),
    "away-then-bot": gettext_noop("then a bot plays"),
    "away-then-out": gettext_noop("then out of the game"),
    "chat-accounts": gettext_noop("Sign up or sign in to write. You can send quick words."),
    "chat-all-read": gettext_noop("Everyone at this table reads this."),
    "chat-later": gettext_noop("Spectators can chat here after the game."),
    "chat-line": gettext_noop("{name}: {words}"),
    "chat-muted": gettext_noop("You cannot write in chats for now."),
    "chat-muted-until": gettext_noop("You are muted until {time}."),
    "chat-players-read": gettext_noop("Only the players read this."),
    "chat-quick-now": gettext_noop("Only quick words until the game is over."),
    "chat-quick-only": gettext_noop("Only quick words at this table."),
    "chat-quiet": gettext_noop("You are in quiet mode: you see and send only quick words."),
    "chat-sign-in": gettext_noop("Sign in, or play as a guest, to chat."),
    "chat-spectators-read": gettext_noop("Players read this after the game."),
    "change-key": gettext_noop("{key}: {action}. Change this key"),
    "connection-lost": gettext_noop("Connection lost. Reconnecting…"),
    "end-game": gettext_noop("End the game"),
    "ends-in": ngettext_noop(
        "The game ends in {count} minute and is scored as it stands then.",
        "The game ends in {count} minutes and is scored as it stands then.",
    ),
    "nobody-else": gettext_noop("nobody else"),
    "nothing-to-do": gettext_noop("Nothing to do right now."),
    "offer-end": gettext_noop("Offer to end the game"),
    "offer-made": gettext_noop("You made an offer. Waiting for an answer."),
    "offer-speed": gettext_noop("Offer to speed up"),
    "offers-fast": gettext_noop("{name} offers to speed up the game"),
    "offers-finish": gettext_noop("{name} offers to end the game"),
    "out-what-now": gettext_noop(
        "Watch the others, or leave: you can replay the game when it ends."
    ),
    "paused": gettext_noop("Paused by the director: {reason}"),
    "people": ngettext_noop("{count} person", "{count} people"),
    "press-new-key": gettext_noop("Press the new key for: {action}. Press Escape to cancel."),
    "reconnected": gettext_noop("Reconnected. Nothing was lost."),
    "seats-free": ngettext_noop("One seat is free.", "{count} seats are free."),
    "seconds": ngettext_noop("{count} second.", "{count} seconds."),
    "sound": gettext_noop("Sound"),
    "sound-off": gettext_noop("Sound is off"),
    "sound-on": gettext_noop("Sound is on"),
    "space": gettext_noop("Space"),
    "speed-up": gettext_noop("Speed up"),
    "table-closed": gettext_noop("This table was closed"),
    "table-gone": gettext_noop("This table is no longer available."),
    "time-left": gettext_noop("Time left: {time}"),
    "unread": ngettext_noop("{count} new message", "{count} new messages"),
    "waiting-for": gettext_noop("Waiting for {names}."),
    "waiting-for-both": gettext_noop("Waiting for {names} and {last}."),
    "watching": gettext_noop("{count} watching"),
    "you-can": gettext_noop("You can: {choices}."),
}
REPLAY: Words = {
    "deal": gettext_noop("deal"),
    "earlier-moves": gettext_noop("Earlier moves"),
    "later-moves": gettext_noop("Later moves"),
    "later-moves-missing": gettext_noop("Could not load the later moves. Reload the page."),
    "moves-missing": gettext_noop("Could not load the moves. You can still use the list."),
    "of-length": gettext_noop("of {length}"),
    "pause": gettext_noop("Pause"),
    "play": gettext_noop("Play"),
    "view-missing": gettext_noop("This view could not be loaded. Try again."),
}
LOBBY: Words = {
    "closed": gettext_noop("closed"),
    "following": gettext_noop("following"),
    "more-waiting": ngettext_noop("{count} more is not shown.", "{count} more are not shown."),
    "new-waiting": ngettext_noop(
        "{count} new entry in the waiting list.",
        "{count} new entries in the waiting list.",
    ),
    "rated": gettext_noop("rated"),
}
GROUPS = {"site": SITE, "lobby": LOBBY, "board": BOARD, "table": TABLE, "replay": REPLAY}


@register.simple_tag
def script_words(*groups: str | Words) -> SafeString:
    """The texts of these groups in the language of the page, each plural in all its forms, and the
    form for each count."""
    forms = plural_forms(get_language())
    words = {
        key: gettext(text) if isinstance(text, str) else all_forms(text, forms)
        for group in groups
        for key, text in (GROUPS[group] if isinstance(group, str) else group).items()
    }
    return json_script({"plural": "".join(map(str, forms)), "words": words}, "words")


def all_forms(text: tuple[str, str], forms: list[int]) -> list[str]:
    """All forms of a plural, in the order of their numbers in `forms`."""
    return [ngettext(*text, forms.index(form)) for form in range(max(forms) + 1)]


@lru_cache
def plural_forms(language: str) -> list[int]:
    """The number of the plural form for each count below 2 * PERIOD."""
    forms = [ngettext(*CARDS, count) for count in range(2 * PERIOD)]
    kinds = list(dict.fromkeys(forms))
    return [kinds.index(text) for text in forms]
