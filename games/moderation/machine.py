"""Automatic sanctions, which last at most an hour and are reviewed by a person."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.sanctions import ConductRule, SanctionKind, impose, standing
from games.limits.declared import SLOWDOWNS
from games.moderation.models import Report
from games.relations.circles import Circle, Member

MUTED_FOR_PACE = timedelta(minutes=1)
REPORTERS, TOGETHER = 3, timedelta(minutes=10)  # reports of one player's words
MUTED_FOR_REPORTS = timedelta(hours=1)
OLD_ENOUGH = timedelta(days=7)  # a reporter's account


def count_slow_down(player: Player, *, now: datetime | None = None) -> None:
    """Count a slowdown of a player.  A player with too many slowdowns is muted for a minute."""
    if SLOWDOWNS.count(player.pk) == SLOWDOWNS.most:
        mute(player, ConductRule.SPAM, MUTED_FOR_PACE, now or timezone.now())


def count_reports(report: Report) -> None:
    """Mute a player whose words several independent accounts have reported, until a moderator
    reviews the reports."""
    if report.player is None or "line" not in report.evidence:
        return
    recent = Report.objects.open().filter(
        player=report.player,
        made__gt=report.made - TOGETHER,
        evidence__has_key="line",
        reporter__is_guest=False,
        reporter__date_joined__lt=report.made - OLD_ENOUGH,
    )
    reporters = recent.values_list("reporter", "network").distinct()
    if independent(list(reporters)) >= REPORTERS:
        mute(report.player, ConductRule.ABUSE, MUTED_FOR_REPORTS, report.made)


def independent(reports: list[tuple[int | None, str]]) -> int:
    """The number of independent reports: those that share neither a network nor a circle with a
    report already counted."""
    circles = circles_of({reporter for reporter, _ in reports})
    counted: set[object] = set()
    count = 0
    for reporter, network in reports:
        own: set[object] = {("player", reporter), ("network", network), *circles[reporter]}
        if not own & counted:
            count += 1
            counted |= own
    return count


def circles_of(players: set[int | None]) -> dict[int | None, set[object]]:
    circles: dict[int | None, set[object]] = {player: set() for player in players}
    members = Member.objects.filter(player__in=players).values_list("player", "circle")
    owners = Circle.objects.filter(owner__in=players).values_list("owner", "pk")
    for player, circle in (*members, *owners):
        circles[player].add(("circle", circle))
    return circles


@transaction.atomic
def mute(player: Player, rule: ConductRule, lasts: timedelta, at: datetime) -> None:
    if standing(player, SanctionKind.MUTE, at=at) is None:
        impose(player=player, kind=SanctionKind.MUTE, rule=rule, lasts=lasts, now=at)
