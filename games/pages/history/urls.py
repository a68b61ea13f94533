"""URLs of games that are over: history, replay, files, players."""

from django.urls import path

from games.pages.history import files, history, player, replay

urlpatterns = [
    path("history/", history.history, name="history"),
    path("g/<slug:code>/", replay.replay, name="replay"),
    path("g/<slug:code>.wsn", files.wsn, name="wsn"),
    path("g/<slug:code>.json", files.game_json, name="game_json"),
    path("g/<slug:code>/verify/", files.verify, name="verify"),
    path("g/<slug:code>/frames.json", replay.frames, name="frames"),
    path("verify.py", files.script, name="verify_script"),
    path("p/<str:slug>/", player.player, name="player"),
]
