"""Decisions of moderators about reports.  All functions raise Refused."""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts import sanctions
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, ConductRule, Sanction, SanctionKind
from games.favourites.models import Playlist
from games.moderation.models import Outcome, Report
from games.moderation.refusals import Refused
from games.moderation.reports import Case, claim, conflict
from games.moderation.signals import report_closed
from games.notices.kinds import Kind
from games.notices.writer import notify
from games.ratings.recount import declare_void
from games.rule_sets.models import RuleSet
from games.table.models import Table

RECENT = timedelta(days=30)  # rated games of a cheater


class Decision(models.TextChoices):
    DISMISS = "dismiss", _("No breach of the rules")
    WARNING = SanctionKind.WARNING.value, _("Warn")
    MUTE = SanctionKind.MUTE.value, _("Mute")
    PAUSE = SanctionKind.PAUSE.value, _("Pause from rated games")
    BAN = SanctionKind.BAN.value, _("Ban")
    RENAME = SanctionKind.RENAME.value, _("Give another name")
    VOID = "void", _("Take the game out of the ratings")


# Hours that each lasts; 0: for good.
LENGTHS = {
    Decision.MUTE: (1, 24, 7 * 24, 30 * 24),
    Decision.PAUSE: (24, 7 * 24, 30 * 24),
    Decision.BAN: (7 * 24, 30 * 24, 0),
}


class Verdict(NamedTuple):
    decision: Decision
    rule: ConductRule
    player: int | None = None  # the player it is about, one of the case
    words: str = ""
    hours: int = 0
    void_recent: bool = False  # with a ban for cheating: also the rated games of the last 30 days


def verify(case: Case, by: Player, verdict: Verdict) -> None:
    if code := conflict(case, by):
        raise Refused(code)
    if verdict.hours not in LENGTHS.get(verdict.decision, (verdict.hours,)):
        raise Refused("BAD_LENGTH")
    ban_for_cheating = (Decision.BAN, ConductRule.CHEATING)
    if verdict.void_recent and (verdict.decision, verdict.rule) != ban_for_cheating:
        raise Refused("NOT_CHEATING")
    if verdict.decision in (Decision.DISMISS, Decision.VOID):
        return
    person = player_of(case, verdict)
    if by.pk in (person.pk, person.owner_id):
        raise Refused("ABOUT_YOU")
    if person.is_staff or person.is_superuser:
        raise Refused("PROTECTED")


def player_of(case: Case, verdict: Verdict) -> Player:
    """The player against whom the sanction is imposed."""
    if verdict.player not in case.people:
        raise Refused("NO_PLAYER")
    return Player.objects.select_related("owner").get(pk=verdict.player)


def decide(
    *, subject: str, by: Player, verdict: Verdict, network: str = "", now: datetime | None = None
) -> None:
    """Close all reports of this subject with one decision."""
    at = now or timezone.now()
    with transaction.atomic():
        case = claim(subject, by=by, network=network, now=at)
        verify(case, by, verdict)
        sanction, void = None, list[Table]()
        match verdict.decision:
            case Decision.DISMISS:
                dismiss(case, by, verdict, network, at)
            case Decision.VOID:
                table = rated_table(case)
                if table is None:
                    raise Refused("NOT_RATED")
                void = [table]
            case _:
                sanction = impose(case, by, verdict, network, at)
                delete_published(case)
                if verdict.void_recent:
                    void = recent_games(sanction.player, at)
        for table in void:
            code, why = table.code, verdict.words
            sanctions.record(
                by, AuditEntry.Act.VOID, subject=code, why=why, network=network, now=at
            )
        declare_void(void)
        close(case, by, sanction, verdict.decision, at)


def rated_table(case: Case) -> Table | None:
    """The rated game of the case, which can be removed from the ratings; None if there is none."""
    return Table.objects.filter(code=case.first.table_code, rated=True, status="finished").first()


def recent_games(player: Player, at: datetime) -> list[Table]:
    rated = Table.objects.filter(rated=True, status="finished", ended_at__gt=at - RECENT)
    return list(rated.filter(seats__player=player).light())


def impose(case: Case, by: Player, verdict: Verdict, network: str, at: datetime) -> Sanction:
    copies = case.first.evidence
    line, rules, listed = (copies.get(key, {}) for key in ("line", "rule_set", "playlist"))
    return sanctions.impose(
        player=player_of(case, verdict),
        kind=SanctionKind(verdict.decision),
        rule=verdict.rule,
        lasts=timedelta(hours=verdict.hours) if verdict.hours else None,
        by=by,
        words=verdict.words,
        quote=line.get("text")
        or line.get("quick")
        or rules.get("name")
        or listed.get("name")
        or name_then(case, verdict),
        network=network,
        now=at,
    )


def delete_published(case: Case) -> None:
    """Delete the house rules or the playlist that the case is about, because their texts are
    public."""
    if rules := case.first.evidence.get("rule_set"):
        RuleSet.objects.filter(code=rules["code"]).delete()
    if listed := case.first.evidence.get("playlist"):
        Playlist.objects.filter(code=listed["code"]).delete()


def name_then(case: Case, verdict: Verdict) -> str:
    """The player's name at the time of the report, if the decision is that the player must change
    it; otherwise ""."""
    if verdict.decision != Decision.RENAME or verdict.player is None:
        return ""
    return case.people[verdict.player]


def dismiss(case: Case, by: Player, verdict: Verdict, network: str, at: datetime) -> None:
    """Dismiss the case, and lift its automatic sanctions."""
    player, code = case.first.player, case.first.table_code
    if player is not None:
        for sanction in player.sanctions.standing(at=at).filter(by=None):
            sanctions.lift(sanction=sanction, by=by, network=network, now=at)
    sanctions.record(
        by,
        AuditEntry.Act.DISMISS,
        player=player,
        subject=code,
        why=verdict.words,
        network=network,
        now=at,
    )


def close(
    case: Case, by: Player, sanction: Sanction | None, decision: Decision, at: datetime
) -> None:
    outcome = Outcome.NOTHING if decision == Decision.DISMISS else Outcome.ACTED
    ids = [report.pk for report in case.reports]
    Report.objects.filter(pk__in=ids).update(
        closed=at, closed_by=by, outcome=outcome, sanction=sanction
    )
    for report in case.reports:
        if report.reporter is not None:
            notify(
                report.reporter, Kind.REPORT, str(report.pk), {"acted": outcome == Outcome.ACTED}
            )
        send = partial(report_closed.send_robust, Report, report_id=report.pk)
        transaction.on_commit(send)
