"""The list of tournaments."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.operators.pieces import ReadOnly
from games.tournaments.models import Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """The list of tournaments, with links to their consoles: directors act there, so that every act
    is in the log."""

    list_display = ("name", "state_in_words", "entered", "console")
    list_display_links = None
    list_filter = ("state",)
    search_fields = ("name", "code")
    ordering = ("-id",)
    list_per_page = 50
    show_full_result_count = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        tournaments: QuerySet[Tournament] = super().get_queryset(request)
        return tournaments.defer("secret", "key").annotate(entered_count=Count("entrants"))

    @admin.display(description=_("state"), ordering="state")
    def state_in_words(self, tournament: Tournament) -> str:
        words = tournament.get_state_display()
        waits = gettext("{state}, waits for a director").format(state=words)
        return waits if tournament.question else words

    @admin.display(description=_("entrants"), ordering="entered_count")
    def entered(self, tournament: Any) -> int:
        return int(tournament.entered_count)

    @admin.display(description=_("console"))
    def console(self, tournament: Tournament) -> str:
        address = reverse("tournament_console", args=[tournament.code])
        return format_html('<a href="{}">{}</a>', address, gettext("open the console"))
