"""Reports, and the queue on which moderators work.  All functions raise Refused."""

import hashlib
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts import sanctions
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, ConductRule
from games.chat.models import Line
from games.favourites.models import Playlist
from games.limits.declared import REPORTS, REPORTS_A_DAY, REPORTS_OF_GUEST, REPORTS_OF_NETWORK
from games.moderation import evidence
from games.moderation.models import EXPLANATION, TEXT, Report
from games.moderation.refusals import Refused
from games.moderation.signals import report_made
from games.relations.circles import Circle
from games.rule_sets.models import RuleSet
from games.table.models import Seat, Table

CLAIM = timedelta(minutes=15)
AROUND_MS, MOST_LINES = 600_000, 100  # lines of the other room
MOST_OPEN = 200  # reports in the queue


class Reporter(NamedTuple):
    """The sender of a report.  Visitors without an account have no player.  `times`: the factor for
    the limits of the sender's network."""

    player: Player | None
    network: str
    email: str = ""
    times: int = 1


def report_player(
    player: Player,
    *,
    by: Reporter,
    kind: ConductRule,
    text: str,
    table: Table | None = None,
    now: datetime | None = None,
) -> Report:
    """Report a player; `table`: the table at which the sender met the player.  Raises TooMany."""
    verify_player(player, by)
    report = Report(player=player, subject=f"p{player.pk}", evidence=evidence.of_player(player))
    if by.player is not None:
        report.evidence |= evidence.of_games(player, by.player)
    if table is not None:
        report.table_code = table.code
        report.evidence |= evidence.of_table(table) | evidence.of_talk(table)
    return make(report, by, kind, text, now)


def report_table(
    table: Table, *, by: Reporter, kind: ConductRule, text: str, now: datetime | None = None
) -> Report:
    """Report a table.  Raises TooMany."""
    copy = evidence.of_table(table)
    report = Report(table_code=table.code, subject=f"t{table.code}", evidence=copy)
    return make(report, by, kind, text, now)


def report_circle(
    circle: Circle, *, by: Reporter, kind: ConductRule, text: str, now: datetime | None = None
) -> Report:
    """Report a circle, as one of its members.  Raises TooMany."""
    report = Report(subject=f"c{circle.code}", evidence=evidence.of_circle(circle))
    return make(report, by, kind, text, now)


def report_rule_set(
    rule_set: RuleSet, *, by: Reporter, kind: ConductRule, text: str, now: datetime | None = None
) -> Report:
    """Report named house rules, because of the owner's texts in them.  Raises TooMany."""
    verify_player(rule_set.owner, by)
    copy = evidence.of_rule_set(rule_set)
    report = Report(player=rule_set.owner, subject=f"r{rule_set.code}", evidence=copy)
    return make(report, by, kind, text, now)


def report_playlist(
    playlist: Playlist, *, by: Reporter, kind: ConductRule, text: str, now: datetime | None = None
) -> Report:
    """Report a playlist, because of the owner's texts in it.  Raises TooMany."""
    verify_player(playlist.owner, by)
    copy = evidence.of_playlist(playlist)
    report = Report(player=playlist.owner, subject=f"s{playlist.code}", evidence=copy)
    return make(report, by, kind, text, now)


def report_line(
    line: Line, *, by: Reporter, kind: ConductRule, text: str, now: datetime | None = None
) -> Report:
    """Report a line of chat, as somebody who may read it.  Raises TooMany."""
    verify_player(line.player, by)
    report = Report(
        player=line.player,
        table_code=line.table.code,
        subject=f"l{line.table_id}-{line.room}-{line.said_ms}",
        evidence=evidence.of_line(line),
    )
    return make(report, by, kind, text, now)


def report_address(address: str, *, by: Reporter, text: str, now: datetime | None = None) -> Report:
    """Report illegal content at an address; anybody may do so.  Raises TooMany."""
    digest = hashlib.sha256(address.encode()).hexdigest()[:16]
    report = Report(address=address[:300], subject=f"a{digest}")
    return make(report, by, ConductRule.ILLEGAL, text, now)


def verify_player(player: Player, by: Reporter) -> None:
    if player.is_site_bot:
        raise Refused("HOUSE_BOT")
    if by.player is not None and by.player.pk in (player.pk, player.owner_id):
        raise Refused("NOT_YOURSELF")


@transaction.atomic
def make(
    report: Report, by: Reporter, kind: ConductRule, text: str, now: datetime | None
) -> Report:
    report.made = now or timezone.now()
    if by.player is not None:  # two tabs keep the limits too
        Player.objects.select_for_update(no_key=True).get(pk=by.player.pk)
    verify_limits(by, report.made)
    most = EXPLANATION if kind == ConductRule.ILLEGAL else TEXT
    report.kind, report.text = kind, text[:most]
    report.reporter, report.network, report.email = by.player, by.network, by.email
    report.save(force_insert=True)
    send = partial(report_made.send_robust, Report, report_id=report.pk)
    transaction.on_commit(send)
    return report


def verify_limits(by: Reporter, now: datetime) -> None:
    strangers = Q(reporter=None) | Q(reporter__is_guest=True)
    is_known = by.player is not None and not by.player.is_guest
    if by.player is not None:
        ages_s = ages_of(by.player.reports.all(), now)
        for quota in (REPORTS, REPORTS_A_DAY) if is_known else (REPORTS_OF_GUEST,):
            quota.verify_ages(ages_s)
    if not is_known:
        of_network = Report.objects.filter(strangers, network=by.network)
        REPORTS_OF_NETWORK.verify_ages(ages_of(of_network, now), times=max(1, by.times))


def ages_of(reports: QuerySet[Report], now: datetime) -> list[float]:
    """The ages in seconds of the reports of the last day, newest first."""
    recent = reports.filter(made__gt=now - timedelta(days=1)).order_by("-made")
    return [(now - made).total_seconds() for made in recent.values_list("made", flat=True)]


class Case(NamedTuple):
    """The open reports of one thing, oldest first."""

    reports: list[Report]

    @property
    def first(self) -> Report:
        return self.reports[0]

    @property
    def people(self) -> dict[int, str]:
        """The players whom a case may be about, with their names at the time of the report."""
        first = self.first
        if first.player is not None:
            return {first.player.pk: first.evidence["player"]["name"]}
        subject = first.evidence.get("table") or first.evidence.get("circle") or {}
        return {row["id"]: row["name"] for row in subject.get("players", ())}

    def is_claimed(self, *, by: Player | None = None, at: datetime) -> bool:
        """Whether this moderator has claimed the case; without `by`, whether anybody has."""
        until = self.first.claimed_until
        return until is not None and until > at and by in (None, self.first.claimed_by)

    @property
    def is_urgent(self) -> bool:
        return any(report.is_urgent for report in self.reports)


def queue() -> list[Case]:
    """The open cases: urgent cases first, then the oldest first."""
    cases: dict[str, list[Report]] = {}
    for report in Report.objects.open().oldest_first()[:MOST_OPEN]:
        cases.setdefault(report.subject, []).append(report)
    waiting = [Case(reports) for reports in cases.values()]
    return sorted(waiting, key=lambda case: (not case.is_urgent, case.first.made))


def find_case(subject: str) -> Case | None:
    reports = list(Report.objects.open().oldest_first().filter(subject=subject)[:MOST_OPEN])
    return Case(reports) if reports else None


def conflict(case: Case, by: Player) -> str:
    """The reason why this moderator may not decide, as a code of a refusal; "" if there is none."""
    players = {
        pk
        for report in case.reports
        if report.player
        for pk in (report.player_id, report.player.owner_id)
    }
    if by.pk in players:
        return "ABOUT_YOU"
    if any(report.reporter_id == by.pk for report in case.reports):
        return "YOUR_REPORT"
    codes = {report.table_code for report in case.reports} - {""}
    was_there = (
        Q(opened_by=by)
        | Q(pk__in=Seat.objects.filter(player=by).values("table"))
        | Q(pk__in=Line.objects.filter(player=by).values("table"))
    )
    if Table.objects.filter(was_there, code__in=codes).exists():
        return "YOUR_TABLE"
    if case.first.of_circle and by.pk in case.people:  # the circle as it was when it was reported
        return "YOUR_CIRCLE"
    of_circle = Q(circle__owner=by) | Q(circle__members__player=by)
    if Table.objects.filter(of_circle, code__in=codes).exists():
        return "YOUR_CIRCLE"
    return ""


@transaction.atomic
def claim(subject: str, *, by: Player, network: str, now: datetime | None = None) -> Case:
    """Claim a case for a quarter of an hour, during which no other moderator can decide it.  The
    audit log records who has read the chat of a table."""
    at = now or timezone.now()
    rows = list(Report.objects.open().filter(subject=subject).select_for_update())
    for report in rows:
        is_claimed = report.claimed_until is not None and report.claimed_until > at
        if is_claimed and report.claimed_by_id != by.pk:
            raise Refused("CLAIMED")
    is_new = any(report.claimed_by_id != by.pk for report in rows)
    open_reports = Report.objects.open().filter(pk__in=[report.pk for report in rows])
    open_reports.update(claimed_by=by, claimed_until=at + CLAIM)
    case = find_case(subject)
    if case is None:
        raise Refused("CLOSED")
    if is_new and "lines" in case.first.evidence:
        code = case.first.table_code
        sanctions.record(by, AuditEntry.Act.READ, subject=code, network=network, now=at)
    return case


def other_room(case: Case) -> list[Line]:
    """The lines said at the time of the reported line in the other room of the table."""
    line = case.first.evidence.get("line")
    if line is None:
        return []
    around = (line["at"] - AROUND_MS, line["at"] + AROUND_MS)
    lines = Line.objects.filter(table__code=case.first.table_code, said_ms__range=around)
    return list(
        lines.exclude(room=line["room"]).select_related("player").order_by("said_ms")[:MOST_LINES]
    )
