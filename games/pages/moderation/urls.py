"""URLs: Reports, moderators' pages, and the site's terms."""

from django.urls import path

from games.pages.moderation import house, legal, reports, sanctions

urlpatterns = [
    path("p/<str:slug>/report/", reports.player, name="report_player"),
    path("t/<slug:code>/report/", reports.table, name="report_table"),
    path("t/<slug:code>/report/<slug:room>/<int:said_ms>/", reports.line, name="report_line"),
    path("report/", reports.illegal, name="report"),
    path("me/sanctions/", sanctions.mine, name="sanctions"),
    path("sanction/<str:token>/", sanctions.sanction, name="sanction"),
    path("house/", house.house, name="house"),
    path("house/appeals/<int:number>/", house.appeal, name="house_appeal"),
    path("house/signals/<int:number>/seen/", house.seen, name="house_seen"),
    path("house/<slug:subject>/", house.case, name="house_case"),
    path("house/<slug:subject>/claim/", house.claim, name="house_claim"),
    path("house/<slug:subject>/decide/", house.decide, name="house_decide"),
    path("conduct/", legal.conduct, name="conduct"),
    path("terms/", legal.terms, name="terms"),
    path("privacy/", legal.privacy, name="privacy"),
    path("circles/<slug:code>/report/", reports.circle, name="report_circle"),
]
