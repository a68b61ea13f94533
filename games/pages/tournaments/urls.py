"""URLs of tournaments."""

from django.urls import path

from games.pages.tournaments import cards, index, log, overview, podium, rounds, screen, standings
from games.pages.tournaments.bracket.page import bracket
from games.pages.tournaments.director import acts, bulk, console, setup
from games.pages.tournaments.exports import calendars, downloads, feed, printed
from games.pages.tournaments.same_cards import same_cards

urlpatterns = [
    path("", index.index, name="tournaments"),
    path("new/", setup.new, name="tournament_new"),
    path("feed.atom", feed.feed, name="tournament_feed"),
    path("card/", cards.by_letters, name="tournament_letters"),
    path("<slug:code>.json", log.as_json, name="tournament_json"),
    path("<slug:code>.ics", calendars.calendar, name="tournament_calendar"),
    path("mine/<slug:key>.ics", calendars.own, name="own_calendar"),
    path(
        "<slug:code>/standings.csv",
        downloads.standings_file,
        name="tournament_standings_csv",
    ),
    path(
        "<slug:code>/standings/<int:stage>/<int:after>.csv",
        downloads.standings_file,
        name="tournament_standing_csv",
    ),
    path(
        "<slug:code>/pairings.csv",
        downloads.pairings_file,
        name="tournament_pairings_csv",
    ),
    path(
        "<slug:code>/stage-<int:stage>.trf",
        downloads.trf_file,
        name="tournament_trf",
    ),
    path("<slug:code>/print/", printed.printed, name="tournament_print"),
    path("<slug:code>/rules/", printed.rules, name="tournament_rules"),
    path("<slug:code>/certificates/", printed.certificates, name="tournament_certificates"),
    path("<slug:code>/podium.svg", podium.picture, name="tournament_podium"),
    path("<slug:code>/screen/", screen.screen, name="tournament_screen"),
    path("<slug:code>/screen/<slug:key>/", screen.screen, name="tournament_screen"),
    path("<slug:code>/", overview.overview, name="tournament"),
    path("<slug:code>/list/", bulk.enter, name="tournament_list"),
    path("<slug:code>/cards/", bulk.printed_cards, name="tournament_cards"),
    path("<slug:code>/card/<slug:key>/", cards.by_key, name="tournament_card"),
    path("<slug:code>/console/", console.console, name="tournament_console"),
    path("<slug:code>/console/do/", console.act, name="tournament_console_act"),
    path("<slug:code>/console/<slug:key>/", acts.act, name="tournament_console_form"),
    path("<slug:code>/edit/", setup.edit, name="tournament_edit"),
    path("<slug:code>/again/", setup.hold_again, name="tournament_again"),
    path("<slug:code>/do/", overview.act, name="tournament_act"),
    path("<slug:code>/standings/", standings.standing, name="tournament_standings"),
    path(
        "<slug:code>/standings/<int:stage>/<int:after>/",
        standings.standing,
        name="tournament_standing",
    ),
    path(
        "<slug:code>/standings/<int:stage>/<int:after>/<int:entrant>/",
        standings.calculation,
        name="tournament_calculation",
    ),
    path("<slug:code>/rounds/", rounds.last_round, name="tournament_rounds"),
    path(
        "<slug:code>/rounds/<int:stage>/<int:number>/",
        rounds.rounds,
        name="tournament_round",
    ),
    path(
        "<slug:code>/rounds/<int:stage>/<int:number>/deal/",
        same_cards,
        name="tournament_deal",
    ),
    path("<slug:code>/bracket/<int:stage>/", bracket, name="tournament_bracket"),
    path(
        "<slug:code>/crosstable/<int:stage>/",
        rounds.crosstable,
        name="tournament_crosstable",
    ),
    path("<slug:code>/entrants/", log.entrants, name="tournament_entrants"),
    path("<slug:code>/log/", log.log, name="tournament_log"),
]
