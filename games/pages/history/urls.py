"""URLs of finished games: history, replay, files, players."""

from django.urls import path

from games.pages.history import (
    exports,
    favourites,
    feed,
    history,
    luck,
    own_luck,
    place,
    player,
    playlists,
    replay,
)

urlpatterns = [
    path("history/", history.history, name="history"),
    path("history/bots.atom", feed.feed, name="bots_feed"),
    path("g/<slug:code>/", replay.replay, name="replay"),
    path("g/<slug:code>/at/<str:at>/", place.place, name="place"),
    path("g/<slug:code>/luck/", luck.luck, name="luck"),
    path("g/<slug:code>/keep/", favourites.keep_game, name="keep_game"),
    path("lab/<slug:code>/keep/", favourites.keep_run, name="keep_run"),
    path("me/luck/", own_luck.page, name="own_luck"),
    path("me/favourites/", favourites.favourites, name="favourites"),
    path("me/playlists/", playlists.own, name="playlists"),
    path("list/<slug:code>/", playlists.playlist, name="playlist"),
    path("list/<slug:code>/change/", playlists.change, name="playlist_change"),
    path("g/<slug:code>.wsn", exports.wsn, name="wsn"),
    path("g/<slug:code>.json", exports.game_json, name="game_json"),
    path("g/<slug:code>/verify/", exports.verify, name="verify"),
    path("g/<slug:code>/chances/", replay.ask_for_chances, name="chances"),
    path("g/<slug:code>/frames.json", replay.frames, name="frames"),
    path("verify.py", exports.script, name="verify_script"),
    path("p/<str:slug>/", player.player, name="player"),
]
