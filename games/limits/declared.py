"""Every limit that is counted, one row each; docs/operations.md#limits explains these limits.

A `Limit` applies by person, by network and for the whole site (`Caller.verify`), a `Quota` to a
single key.  Limits on the size of one thing, or on how many a player may own, are declared beside
that thing."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from games.limits.counting import Limit, Quota

HOUR_S, DAY_S = 3600, 86_400
AT_ONCE = 0  # instead of a period: what is open at the same time

# fmt: off
# By person, by network and for the site; without a sentence the usual ones.
GUESTS = Limit("guests", 600, person=None, network=200, share=30, site=1000)
TABLES = Limit("tables", 600, person=100, network=200, share=30, site=1000)
# Lengths of games that the form for a new table asks the lab for.
LENGTHS = Limit("lengths", 600, person=100, network=200, share=30, site=1000)
# Places of games from which somebody plays on, and samples of runs: games are replayed for both.
PLACES = Limit("places", 600, person=100, network=200, share=30, site=1000)
SAMPLES = replace(PLACES, weight=10)
# Games of War in runs of the lab; a million take a core a second.
RUNS = Limit("runs", 600, person=300_000_000, network=30_000_000, share=1_000_000, site=100_000_000)
SIGN_UPS = Limit("sign_ups", DAY_S, person=None, network=300, share=30, site=3000,
    sentence=_("Too many new accounts from your network today. Try again tomorrow."))
# Pictures of pages that have to be drawn, most of them for programs that show links.
PICTURES = Limit("pictures", 60, person=None, network=60, share=10, site=1200,
    sentence=_("Too many new pictures. Try again in a minute."))
# Places of finished games that are shown: the whole of a game is read for each.
RECORDINGS = Limit("recordings", 60, person=240, network=240, share=30, site=1200, is_watching=True,
    sentence=_("Too many places of games. Try again in a minute."))

# Changes by a player, most of which leave a row for ever.
RENAMES = Quota("renames", HOUR_S, 60, _("You have changed your name too often. Try again later."))
SEATS = Quota("seats", HOUR_S, 60)
ENTRIES = Quota("entries", HOUR_S, 60)
RELATIONS = Quota("relations", HOUR_S, 60,
    _("You have changed these lists too often. Try again later."))
CIRCLES = Quota("circles", HOUR_S, 60,
    _("You have joined or started too many circles. Try again later."))
RULE_SETS = Quota("rule_sets", HOUR_S, 60,
    _("You have saved house rules too often. Try again later."))
FAVOURITES = Quota("favourites", HOUR_S, 60,
    _("You have changed your favourites too often. Try again later."))
PLAYLISTS = Quota("playlists", HOUR_S, 60,
    _("You have changed your playlists too often. Try again later."))
WISHES = Quota("wishes", 600, 30,
    _("You have changed what you look for too often. Try again later."))
PREFERENCES = Quota("preferences", 600, 300, _("Too many changes. Try again in a few minutes."))
FAST_TABLES = Quota("fast_tables", DAY_S, 2000,
    _("This bot has opened {most} fast tables today, which is the limit."))
NAMED_GUESTS = Quota("named_guests", DAY_S, 300)
ADDRESS_LISTS = Quota("address_lists", HOUR_S, 30)
OPPOSITE = Quota("opposite", 30, 600)  # acts of the second player at one screen, as on a socket
SLOWDOWNS = Quota("slowdowns", 60, 10)  # with so many a player is muted for a minute

# What players write, counted from its stored rows.
INVITATIONS = Quota("invitations", HOUR_S, 20,
    _("You have sent too many invitations. Try again later."))
INVITATIONS_A_DAY = replace(INVITATIONS, name="invitations_a_day", period_s=DAY_S, most=100)
LINES = Quota("lines", HOUR_S, 300)
REPORTS = Quota("reports", HOUR_S, 5,
    _("You have sent many reports. Try again later, or write to us."))
REPORTS_A_DAY = replace(REPORTS, name="reports_a_day", period_s=DAY_S, most=20)
REPORTS_OF_GUEST = replace(REPORTS_A_DAY, name="reports_of_guest", most=2)
REPORTS_OF_NETWORK = replace(REPORTS_A_DAY, name="reports_of_network", most=20)

# Mails.  Whoever may sign up gets the mail to confirm it.
MAILS_TO_ADDRESS = Quota("mails_to_address", DAY_S, 20)
MAILS_OF_ACCOUNT = Quota("mails_of_account", DAY_S, 20)
MAILS_OF_NETWORK = Quota("mails_of_network", DAY_S, SIGN_UPS.network + 200)

# Cards of tournaments: wrong letters, and sign-ins with one card.
LETTERS_OF_DEVICE = Quota("letters_of_device", 600, 20)
LETTERS_OF_NETWORK = Quota("letters_of_network", 600, 60)
LETTERS_FOR_HOURS = Quota("letters_for_hours", 6 * HOUR_S, 240)
CARD_SIGN_INS = Quota("card_sign_ins", HOUR_S, 30)

# Pictures that the whole site draws.
PICTURES_NOW = Quota("pictures_now", 1, 20,
    _("Too many pictures at once. Try again in a few seconds."))

# Requests to the API: without a token by address, else by caller.  Answers tell the names.
BY_ADDRESS = Quota("address", 60, 120)
READING = Quota("reading", 60, 300)
OPENED = Quota("tables", 60, 30)
WISHED = Quota("wishes", 60, 30)
COMMANDS = Quota("commands", 2, 60)

# Streams and websockets: at tables by caller, personal ones of programs and of guests, and those of
# guests and strangers together; runs and exports that a caller follows.
CONNECTIONS = Quota("connections", AT_ONCE, 48)
PERSONAL = Quota("personal", AT_ONCE, 2)
PERSONAL_OF_GUEST = Quota("personal_of_guest", AT_ONCE, 10)
CONNECTIONS_OF_NETWORK = Quota("connections_of_network", AT_ONCE, 400)
RUN_STREAMS = Quota("run_streams", AT_ONCE, 8)
EXPORTS = Quota("exports", AT_ONCE, 1)
