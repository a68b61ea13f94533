"""The extra rules for events of a circle."""

from dataclasses import replace

from django.utils.translation import gettext_noop as _

from games.relations.circles import Circle
from games.tournaments.acts import ENDED, TOLD, State
from games.tournaments.declared import need
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refused
from games.tournaments.terms import Terms
from games.tournaments.writer.ledger import Ledger

MOST_ENTRANTS = 128
MOST_AT_ONCE, MOST_PLANNED = 3, 20  # events announced or running; events not over yet


def within_circle(ledger: Ledger, new: Terms) -> Terms:
    """The terms, restricted to what the circle of the tournament allows.  Raises BadSettings."""
    circle = ledger.tournament.circle
    if circle is None:
        fits = new.audience == ledger.terms.audience or new.audience == "open"
        need(fits, "audience", _("Only events of a circle are for its members."))
        return new
    is_owner = ledger.by is not None and ledger.by.pk == circle.owner_id
    shows = new.audience not in ("circle", ledger.terms.audience)
    need(is_owner or not shows, "audience", _("Only the owner of the circle can show it to all."))
    need(circle.rated_events or not new.rated, "rated", _("Events of this circle are not rated."))
    need(not new.link_only, "link_only", _("Choose whether everyone can see it instead."))
    most, limit = new.most_entrants or MOST_ENTRANTS, MOST_ENTRANTS
    text = _("An event of a circle has up to {most} places.")
    need(most <= limit, "most_entrants", text, most=limit)
    return replace(new, most_entrants=most)


def verify_may_plan(circle: Circle) -> None:
    """Check that the circle may have another event.  Raises Refused."""
    lock(circle)
    if circle.events.exclude(state__in=ENDED).count() >= MOST_PLANNED:
        raise Refused("TOO_MANY_PLANNED")


def verify_may_announce(tournament: Tournament) -> None:
    """Check that the circle has room for one more announced event.  Raises Refused."""
    circle = tournament.circle
    if circle is None:
        return
    lock(circle)
    others = circle.events.filter(state__in=(*TOLD, State.PAUSED)).exclude(pk=tournament.pk)
    if others.count() >= MOST_AT_ONCE:
        raise Refused("TOO_MANY_EVENTS")


def lock(circle: Circle) -> None:
    """Lock the circle, so that two tabs cannot exceed a limit together."""
    Circle.objects.select_for_update(no_key=True).get(pk=circle.pk)
