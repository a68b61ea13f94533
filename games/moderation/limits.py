"""Limits of this folder."""

from datetime import timedelta

TEXT = 500  # characters of a report
EXPLANATION = 2000  # of one about illegal content
APPEAL = 1000
ANSWER = 500

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OF_ACCOUNT = ((HOUR, 5), (DAY, 20))  # reports in a period
OF_GUEST = ((DAY, 2),)
OF_NETWORK = ((DAY, 20),)  # by guests and strangers together

CLAIM = timedelta(minutes=15)
ANSWERED_WITHIN = timedelta(days=7)  # appeals
AROUND = 20  # lines before and after a reported one
AROUND_MS, MOST_LINES = 600_000, 100  # of the other room
MOST_OPEN = 200  # reports in the queue

KEPT = timedelta(days=180)  # after closing
KEPT_OF_ERASED = timedelta(days=30)  # after closing, if the player has deleted their account
NETWORKS_KEPT = timedelta(days=30)

# What a machine decides by itself.
SLOW_DOWNS, SLOW_DOWN_S = 10, 60  # too many too fast: muted for a minute
MUTED_FOR_PACE = timedelta(minutes=1)
REPORTERS, TOGETHER = 3, timedelta(minutes=10)  # so many report what one player wrote
MUTED_FOR_REPORTS = timedelta(hours=1)
OLD_ENOUGH = timedelta(days=7)  # a reporter's account

# Signs of arranged games.
LAST_GAMES = 30  # rated ones of a player are looked at
WITH_ONE = 0.6  # more of them with the same partner
SAME_NETWORK = 5  # more rated tables of a week, from the network of the partner
IN_TURN = 8  # games that two have won in turn
RESIGNED, SOON = 0.3, 10  # more of them resigned first, with fewer acts
LOOKED_AT = timedelta(hours=2)  # once an hour, whoever has played since
SIGNALS_KEPT = timedelta(days=30)  # after they were last found; and hidden so long once seen
