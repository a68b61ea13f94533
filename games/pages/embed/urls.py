"""URLs of pages for frames."""

from django.urls import path

from games.pages.embed import games, lab, oembed

urlpatterns = [
    path("oembed", oembed.oembed, name="oembed"),
    path("embed/g/<slug:code>/", games.game, name="embedded_game"),
    path("embed/g/<slug:code>/at/<str:at>/", games.game, name="embedded_game"),
    path("embed/g/<slug:code>/frames.json", games.film, name="embedded_frames"),
    path("embed/lab/<slug:code>/", lab.run, name="embedded_run"),
]
