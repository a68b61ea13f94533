"""Erasure of texts: a person's own texts to moderators are deleted, and the name is replaced in
texts of other people about things in which the person took part.  Reports, networks and signals are
deleted after some time.  No other text is searched for the name: otherwise a player called "Abuse"
could remove that word from every report."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, Sanction
from games.chat.models import Line
from games.moderation.models import SIGNALS_KEPT, Appeal, Report, SeatNetwork, Signal
from games.table import moves
from games.table.models import Archive, Move, Seat, Table

KEPT = timedelta(days=180)  # reports, after closing
KEPT_OF_ERASED = timedelta(days=30)  # after closing, if the player has deleted their account
NETWORKS_KEPT = timedelta(days=30)


class Renaming:
    """The replacement of a player's name, in its normal form and in the form for addresses."""

    def __init__(self, player: Player, name: str) -> None:
        self.player, self.name = player, name
        self.spellings = {player.name, player.slug}
        either = "|".join(re.escape(spelling) for spelling in self.spellings)
        self.pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)

    def text(self, text: str) -> str:
        return self.pattern.sub(self.name, text)

    def rows(self, rows: QuerySet[Any], *names: str) -> None:
        """Replace the name in the columns `names` of these rows."""
        named = Q()
        for name in names:
            for spelling in self.spellings:
                named |= Q(**{f"{name}__icontains": spelling})
        for row in rows.filter(named).distinct():
            self.row(row, names)

    def row(self, row: Model, names: Iterable[str]) -> None:
        longest = {field.name: field.max_length for field in row._meta.concrete_fields}
        texts = {name: self.text(getattr(row, name))[: longest[name]] for name in names}
        # Audit entries refuse to be changed by their own manager; who did what stays.
        QuerySet(type(row)).filter(pk=row.pk).update(**texts)

    def copy(self, copy: Any) -> Any:
        """A copy of the evidence in which the name is replaced."""
        match copy:
            case list():
                return [self.copy(item) for item in copy]
            case dict():
                new = {"name": self.name} if copy.get("id") == self.player.pk else {}
                return {key: self.copy(value) for key, value in copy.items()} | new
            case str():
                return self.text(copy)
        return copy


def on_player_erased(player: Player, name: str, **_: Any) -> None:
    """Replace the name everywhere except in reports about the player, which stay unchanged until
    they are deleted."""
    player.reports.update(text="", email="", network="")
    player.reports.exclude(closed=None).update(address="")
    entries: QuerySet[AuditEntry] = QuerySet(AuditEntry).filter(player=player)
    entries.update(why="")  # their own manager refuses updates
    new = Renaming(player, name)
    rename_in_evidence(new)
    rename_in_cases(new)
    rename_in_tables(new)


def rename_in_evidence(new: Renaming) -> None:
    """Replace the name in the evidence of reports about other players."""
    as_text = Report.objects.annotate(as_text=Cast("evidence", TextField()))
    with_player = as_text.filter(as_text__contains=f'"id": {new.player.pk}')
    for report in with_player.exclude(player=new.player):
        copy = new.copy(report.evidence)
        Report.objects.filter(pk=report.pk).update(evidence=copy, text=new.text(report.text))


def rename_in_cases(new: Renaming) -> None:
    """Replace the name in reports by the player or about their tables, and in the sanctions of
    other players that these reports caused."""
    codes = tables_of(new.player).values("code")
    reports = Report.objects.filter(Q(reporter=new.player) | Q(table_code__in=codes))
    new.rows(reports.exclude(player=new.player), "text", "address")
    sanctions = Sanction.objects.filter(reports__in=reports).exclude(player=new.player)
    new.rows(sanctions, "words", "quote")
    new.rows(Appeal.objects.filter(sanction__in=sanctions), "text", "answer")
    people = Player.objects.filter(sanctions__in=sanctions)
    new.rows(AuditEntry.objects.filter(Q(subject__in=codes) | Q(player__in=people)), "why")
    new.rows(people, "ban_reason")


def rename_in_tables(new: Renaming) -> None:
    """Replace the name in chat by other players, and in the reasons for pauses and aborts of the
    player's games."""
    tables = tables_of(new.player)
    new.rows(Line.objects.filter(table__in=tables), "text")
    kind = ContentType.objects.get_for_model(Table)
    for entry in LogEntry.objects.filter(content_type=kind):
        if tables.filter(pk=int(entry.object_id or 0)).exists():
            new.row(entry, ["change_message"])
    may_have_stopped = ~Q(reason="") | Q(arranged=True, lost_ms__gt=0)
    for table in tables.filter(may_have_stopped).only("reason"):
        new.row(table, ["reason"])
        rename_in_moves(new, table)


def rename_in_moves(new: Renaming, table: Table) -> None:
    """Replace the name in the reasons for pauses and aborts in the log of a table."""
    for move in Move.objects.filter(table=table, args__has_key="reason"):
        Move.objects.filter(pk=move.pk).update(args=new.copy(move.args))
    archive = Archive.objects.filter(table=table).first()
    if archive is not None:
        archived = moves.read(archive)
        for move in archived:
            move.args = new.copy(move.args)
        archive.moves = moves.write(archived)
        archive.save(update_fields=["moves"])


def tables_of(player: Player) -> QuerySet[Table]:
    """The tables where the player has sat or spoken."""
    sat = Seat.objects.filter(player=player).values("table")
    spoken = Line.objects.filter(player=player).values("table")
    return Table.objects.filter(Q(pk__in=sat) | Q(pk__in=spoken))


def forget(*, at: datetime) -> None:
    """Delete old reports, networks and signals."""
    Report.objects.filter(closed__lt=at - KEPT).delete()
    of_erased = Report.objects.filter(player__erased=True, closed__lt=at - KEPT_OF_ERASED)
    of_erased.update(evidence={}, text="")
    Report.objects.filter(reporter__erased=True).exclude(closed=None).update(address="")
    old = Report.objects.filter(made__lt=at - NETWORKS_KEPT).exclude(network="")
    old.update(network="")
    SeatNetwork.objects.filter(at__lt=at - NETWORKS_KEPT).delete()
    Signal.objects.filter(found__lt=at - SIGNALS_KEPT).delete()
