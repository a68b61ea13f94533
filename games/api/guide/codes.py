"""What the codes of problems mean: the API's own, and those of the lab, whose problems say more."""

from django.utils.translation import gettext_noop as _

CODES = {
    "BAD_JSON": _("The body is not valid JSON, or has characters that no text has."),
    "BAD_REQUEST": _("The request is malformed."),
    "BAD_TOKEN": _("The token is mistyped, revoked or expired."),
    "BAD_VALUE": _("Some values are not valid; the problem says which, and why."),
    "BROKEN": _("Something went wrong on our side."),
    "CSRF": _("Send a token, or what a page of this site would send."),
    "KEY_REUSED": _("The Idempotency-Key belongs to another request."),
    "METHOD_NOT_ALLOWED": _("The address does not take this method."),
    "NOT_FOUND": _("There is nothing public at this address."),
    "NO_SPACE": _("The site has run out of space. Wait as long as the problem says."),
    "SCOPE": _("The token lacks the scope that this needs."),
    "SIGN_IN": _("Only players can do that."),
    "SLOW_DOWN": _("Too many actions or lines. Wait as long as the problem says."),
    "TOKEN_IN_ADDRESS": _("The token was in the address, which logs keep. Revoke it."),
    "TOKEN_NEEDED": _("This needs a token."),
    "TOO_LARGE": _("The body is too large."),
    "TOO_MANY": _("Too many requests, tables or runs. Wait as long as the problem says."),
    "TOO_MANY_STREAMS": _("Too many streams and websockets are open."),
    "TOO_SLOW": _("The request took too long to arrive."),
    "TRY_AGAIN": _("We do not know if that worked. Send it again with the same id."),
    "UNAVAILABLE": _("Only running games continue right now. Wait as long as the problem says."),
    "UNKNOWN_ACT": _("There is no such act."),
}

LAB = {
    "BAD_COUNT": _("The number of games is not a whole number from 1 to the most there may be."),
    "BAD_OPTIONS": _("These rules cannot be combined."),
    "BAD_POLICIES": _("These seats cannot have these policies."),
    "BAD_SEED": _("The seed is not a whole number of at most 63 bits."),
    "BANNED": _("This account is closed."),
    "NOT_ALLOWED": _("You can only stop or resume your own runs."),
    "OUTDATED": _("The rules have changed since this run began, or the bots have."),
    "TOO_LARGE": _("You cannot run so many games at once."),
    "TOO_MANY": _("You are already running as many simulations as you may. Wait, or cancel one."),
    "UNKNOWN_GAME": _("This game does not exist."),
    "UNKNOWN_POLICY": _("This game has no such policy."),
}
