"""URLs of the pages, by area."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.pages.pictures.urls")),
    path("", include("games.pages.play.urls")),
    path("", include("games.pages.people.urls")),
    path("", include("games.pages.embed.urls")),
    path("", include("games.pages.history.urls")),
    path("", include("games.pages.ratings.urls")),
    path("lab/", include("games.pages.lab.urls")),
    path("train/", include("games.pages.train.urls")),
    path("tournaments/", include("games.pages.tournaments.urls")),
    path("", include("games.pages.account.urls")),
    path("", include("games.pages.moderation.urls")),
    path("", include("games.pages.rule_sets.urls")),  # before `/rules/<game>/`
    path("", include("games.pages.about.urls")),
]
