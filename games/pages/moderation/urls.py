"""URLs of reports, sanctions, and of the moderators' pages."""

from django.urls import path
from django.views.generic import RedirectView

from games.pages.moderation import cases, reports, sanctions

urlpatterns = [
    path("p/<str:slug>/report/", reports.player, name="report_player"),
    path("t/<slug:code>/report/", reports.table, name="report_table"),
    path("t/<slug:code>/report/<slug:room>/<int:said_ms>/", reports.line, name="report_line"),
    path("report/", reports.illegal, name="report"),
    path("me/sanctions/", sanctions.mine, name="sanctions"),
    path("sanction/<str:token>/", sanctions.sanction, name="sanction"),
    path("house/", RedirectView.as_view(url="/moderation/", permanent=True)),  # until 1.0
    path(
        "house/<path:rest>",
        RedirectView.as_view(url="/moderation/%(rest)s", permanent=True),
    ),
    path("moderation/", cases.queue, name="moderation"),
    path("moderation/appeals/<int:number>/", cases.appeal, name="moderation_appeal"),
    path("moderation/signals/<int:number>/seen/", cases.seen, name="moderation_seen"),
    path("moderation/<slug:subject>/", cases.case, name="moderation_case"),
    path("moderation/<slug:subject>/claim/", cases.claim, name="moderation_claim"),
    path("moderation/<slug:subject>/decide/", cases.decide, name="moderation_decide"),
    path("rules/set/<slug:code>/report/", reports.rule_set, name="report_rule_set"),
    path("list/<slug:code>/report/", reports.playlist, name="report_playlist"),
    path("circles/<slug:code>/report/", reports.circle, name="report_circle"),
]
