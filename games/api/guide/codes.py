"""What the codes of problems mean that are the API's own."""

from django.utils.translation import gettext_noop as _

CODES = {
    "BAD_JSON": _("The body is not valid JSON."),
    "BAD_REQUEST": _("The request is malformed."),
    "BAD_TOKEN": _("The token is mistyped, revoked or expired."),
    "BAD_VALUE": _("Some values are not valid; the problem says which, and why."),
    "BROKEN": _("Something went wrong on our side."),
    "CSRF": _("Send a token, or what a page of this site would send."),
    "KEY_REUSED": _("The Idempotency-Key belongs to another request."),
    "METHOD_NOT_ALLOWED": _("The address does not take this method."),
    "NOT_FOUND": _("There is nothing public at this address."),
    "SCOPE": _("The token lacks the scope that this needs."),
    "TOKEN_IN_ADDRESS": _("The token was in the address, which logs keep. Revoke it."),
    "TOKEN_NEEDED": _("This needs a token."),
    "TOO_LARGE": _("The body is too large."),
    "TOO_MANY": _("Too many requests, tables or runs. Wait as long as the problem says."),
    "TOO_MANY_STREAMS": _("Too many streams and websockets are open."),
    "TOO_SLOW": _("The request took too long to arrive."),
    "TRY_AGAIN": _("We do not know if that worked. Send it again with the same id."),
    "UNAVAILABLE": _("Only running games go on at the moment. Wait as long as the problem says."),
}
