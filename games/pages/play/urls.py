"""URLs of the home page, new tables and the table itself."""

from django.urls import path

from games.pages.play import daily, guide, home, mine, new, one_screen, show_game, table

urlpatterns = [
    path("", home.home, name="home"),
    path("show/", show_game.show_game, name="show"),
    path("play/", home.play_now, name="play"),
    path("play/<slug:key>/", home.options, name="options"),
    path("two/<slug:key>/", home.two_here, name="two_here"),
    path("practice/<slug:key>/", home.practice, name="practice"),
    path("guide/<slug:key>/", guide.guide, name="guide"),
    path("daily/", daily.daily, name="daily"),
    path("mine/", mine.mine, name="mine"),
    path("watch/", home.watch, name="watch"),
    path("new/", new.new, name="new"),
    path("t/<slug:code>/", table.show, name="table"),
    path("t/<slug:code>/aloud/", table.aloud, name="table_aloud"),
    path("t/<slug:code>/rematch/", mine.rematch, name="table_rematch"),
    path("t/<slug:code>/opposite/", one_screen.act, name="table_opposite"),
    path("t/<slug:code>/seat/", table.seat, name="table_seat"),
]
