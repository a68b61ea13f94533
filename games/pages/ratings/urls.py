"""URLs of ratings."""

from django.urls import path

from games.pages.ratings import ratings

urlpatterns = [
    path("t/<slug:code>/ratings/", ratings.of_table, name="table_ratings"),
    path("ratings/", ratings.boards, name="boards"),
    path("ratings/bots/", ratings.bot_boards, name="bot_boards"),
    path("ratings/<slug:key>/", ratings.board, name="board"),
    path("p/<str:slug>/ratings/<slug:key>/", ratings.of_player, name="player_rating"),
]
