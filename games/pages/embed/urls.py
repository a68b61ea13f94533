"""URLs of pages for frames."""

from django.urls import path

from games.pages.embed import games, lab, oembed, train

urlpatterns = [
    path("oembed", oembed.oembed, name="oembed"),
    path("embed/g/<slug:code>/", games.game, name="embedded_game"),
    path("embed/g/<slug:code>/at/<str:at>/", games.game, name="embedded_game"),
    path("embed/g/<slug:code>/frames.json", games.film, name="embedded_frames"),
    path("embed/train/today/", train.today, name="embedded_today"),
    path("embed/train/<slug:key>/", train.place, name="embedded_train"),
    path("embed/lab/<slug:code>/", lab.run, name="embedded_run"),
]
