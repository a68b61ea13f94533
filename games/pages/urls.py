"""URLs of the pages."""

from django.urls import URLPattern, path

from games.pages.about import about, rules
from games.pages.account import bots, tokens, views
from games.pages.history import files, history, player, replay
from games.pages.lab import comparison, games, runs
from games.pages.play import daily, guide, home, mine, new, show_game, table
from games.pages.ratings import ratings
from games.pages.tournaments import (
    index,
    log,
    overview,
    rounds,
    standings,
)
from games.pages.tournaments.bracket.page import bracket
from games.pages.tournaments.director import acts, console
from games.pages.tournaments.files import calendars, downloads, printed

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("show/", show_game.show_game, name="show"),
    path("play/", home.play_now, name="play"),
    path("practice/<slug:key>/", home.practice, name="practice"),
    path("guide/<slug:key>/", guide.guide, name="guide"),
    path("daily/", daily.daily, name="daily"),
    path("mine/", mine.mine, name="mine"),
    path("watch/", home.watch, name="watch"),
    path("new/", new.new, name="new"),
    path("t/<slug:code>/", table.show, name="table"),
    path("t/<slug:code>/aloud/", table.aloud, name="table_aloud"),
    path("t/<slug:code>/qr.svg", table.qr, name="table_qr"),
    path("t/<slug:code>/rematch/", mine.rematch, name="table_rematch"),
    path("t/<slug:code>/seat/", table.seat, name="table_seat"),
    path("t/<slug:code>/ratings/", ratings.of_table, name="table_ratings"),
    path("ratings/", ratings.boards, name="boards"),
    path("ratings/<slug:key>/", ratings.board, name="board"),
    path("p/<str:slug>/ratings/<slug:key>/", ratings.of_player, name="player_rating"),
    path("history/", history.history, name="history"),
    path("g/<slug:code>/", replay.replay, name="replay"),
    path("g/<slug:code>.wsn", files.wsn, name="wsn"),
    path("g/<slug:code>.json", files.game_json, name="game_json"),
    path("g/<slug:code>/verify/", files.verify, name="verify"),
    path("g/<slug:code>/frames.json", replay.frames, name="frames"),
    path("verify.py", files.script, name="verify_script"),
    path("lab/", runs.lab, name="lab"),
    path("lab/compare/", comparison.compare, name="lab_compare"),
    path("lab/q/<slug:key>/", comparison.question, name="lab_question"),
    path("lab/q/<slug:key>/ask/", comparison.ask, name="lab_ask"),
    path("lab/<slug:code>/", runs.result, name="lab_run"),
    path("lab/<slug:code>/do/", runs.change, name="lab_change"),
    path("lab/<slug:code>/game/", games.pick, name="lab_pick"),
    path("lab/<slug:code>/<int:index>/", games.game, name="lab_game"),
    path("lab/<slug:code>/<int:index>/frames.json", games.frames, name="lab_frames"),
    path("lab/<slug:code>/<int:index>.wsn", games.wsn, name="lab_wsn"),
    path("lab/<slug:code>.json", runs.run_json, name="lab_json"),
    path("lab/<slug:code>.csv", runs.run_csv, name="lab_csv"),
    path("tournaments/", index.index, name="tournaments"),
    path("tournaments/new/", console.new, name="tournament_new"),
    path("tournaments/<slug:code>.json", log.as_json, name="tournament_json"),
    path("tournaments/<slug:code>.ics", calendars.calendar, name="tournament_calendar"),
    path("tournaments/mine/<slug:key>.ics", calendars.own, name="own_calendar"),
    path(
        "tournaments/<slug:code>/standings.csv",
        downloads.standings_file,
        name="tournament_standings_csv",
    ),
    path(
        "tournaments/<slug:code>/standings/<int:stage>/<int:after>.csv",
        downloads.standings_file,
        name="tournament_standing_csv",
    ),
    path(
        "tournaments/<slug:code>/pairings.csv",
        downloads.pairings_file,
        name="tournament_pairings_csv",
    ),
    path(
        "tournaments/<slug:code>/stage-<int:stage>.trf",
        downloads.trf_file,
        name="tournament_trf",
    ),
    path("tournaments/<slug:code>/print/", printed.printed, name="tournament_print"),
    path("tournaments/<slug:code>/", overview.overview, name="tournament"),
    path("tournaments/<slug:code>/console/", console.console, name="tournament_console"),
    path("tournaments/<slug:code>/console/do/", console.act, name="tournament_console_act"),
    path("tournaments/<slug:code>/console/<slug:key>/", acts.act, name="tournament_console_form"),
    path("tournaments/<slug:code>/edit/", console.edit, name="tournament_edit"),
    path("tournaments/<slug:code>/do/", overview.act, name="tournament_act"),
    path("tournaments/<slug:code>/standings/", standings.standing, name="tournament_standings"),
    path(
        "tournaments/<slug:code>/standings/<int:stage>/<int:after>/",
        standings.standing,
        name="tournament_standing",
    ),
    path(
        "tournaments/<slug:code>/standings/<int:stage>/<int:after>/<int:entrant>/",
        standings.calculation,
        name="tournament_calculation",
    ),
    path("tournaments/<slug:code>/rounds/", rounds.last_round, name="tournament_rounds"),
    path(
        "tournaments/<slug:code>/rounds/<int:stage>/<int:number>/",
        rounds.rounds,
        name="tournament_round",
    ),
    path("tournaments/<slug:code>/bracket/<int:stage>/", bracket, name="tournament_bracket"),
    path(
        "tournaments/<slug:code>/crosstable/<int:stage>/",
        rounds.crosstable,
        name="tournament_crosstable",
    ),
    path("tournaments/<slug:code>/entrants/", log.entrants, name="tournament_entrants"),
    path("tournaments/<slug:code>/log/", log.log, name="tournament_log"),
    path("p/<str:slug>/", player.player, name="player"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:key>/", rules.rules_of, name="rules_of"),
    path("me/", views.me, name="me"),
    path("me/tokens/", tokens.tokens, name="account_tokens"),
    path("me/tokens/<int:token>/revoke/", tokens.revoke, name="account_token_revoke"),
    path("me/bots/", bots.bots, name="account_bots"),
    path("me/bots/<int:bot>/", bots.bot, name="account_bot"),
    path("me/bots/<int:bot>/delete/", bots.delete, name="account_bot_delete"),
    path("me/data.json", views.export, name="export"),
    path("me/goodbye/", views.goodbye, name="goodbye"),
    path("account/seat/", views.leave_seat, name="leave_seat"),
    path("credits/", about.credits, name="credits"),
    path("robots.txt", about.robots, name="robots"),
    path("manifest.webmanifest", about.manifest, name="manifest"),
    path("favicon.ico", about.favicon, name="favicon"),
]
