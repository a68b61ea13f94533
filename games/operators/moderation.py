"""The admin's read-only lists of moderators' acts and their results.  Moderators work on other
pages."""

from django.contrib import admin

from games.accounts.sanctions import AuditEntry, Sanction
from games.moderation.models import Appeal, Report
from games.operators.pieces import Rows


@admin.register(AuditEntry)
class AuditEntryAdmin(Rows):
    list_display = ("at", "by", "act", "player", "subject", "why")
    list_filter = ("act",)
    list_select_related = ("by", "player")
    search_fields = ("by__name", "player__name", "subject")
    ordering = ("-at",)


@admin.register(Sanction)
class SanctionAdmin(Rows):
    list_display = ("since", "kind", "player", "rule", "until", "lifted", "by")
    list_filter = ("kind", "rule")
    list_select_related = ("by", "player")
    search_fields = ("player__name",)
    ordering = ("-since",)


@admin.register(Report)
class ReportAdmin(Rows):
    list_display = ("made", "kind", "subject", "player", "closed", "outcome")
    list_filter = ("kind", "outcome")
    list_select_related = ("player",)
    search_fields = ("player__name", "table_code")
    ordering = ("-made",)
    exclude = ("evidence", "network")  # read in the queue, where that is written down


@admin.register(Appeal)
class AppealAdmin(Rows):
    list_display = ("made", "sanction", "player", "decided", "granted")
    list_select_related = ("player", "sanction")
    ordering = ("-made",)
