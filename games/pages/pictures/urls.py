"""URLs of pictures."""

from django.urls import path

from games.pages.pictures import events, games, measured, qr

urlpatterns = [
    path("qr.svg", qr.qr, name="qr"),
    path("g/<slug:code>.png", games.finished, name="game_picture"),
    path("g/<slug:code>/at/<str:at>.png", games.place, name="place_picture"),
    path("t/<slug:code>.png", games.waiting, name="table_picture"),
    path("lab/<slug:code>.png", measured.run, name="run_picture"),
    path("rules/set/<slug:code>.png", measured.rule_set, name="rule_set_picture"),
    path("tournaments/<slug:code>.png", events.tournament, name="tournament_picture"),
]
