"""URLs of finding players, invitations, follows, blocks and circles."""

from django.urls import path

from games.pages.people import circles, find, invitations, menu, people, seasons

urlpatterns = [
    path("find/", find.find, name="find"),
    path("t/<slug:code>/invite/", invitations.send, name="table_invite"),
    path("p/<str:slug>/relation/", people.change, name="relation"),
    path("p/<str:slug>/menu/", menu.menu, name="person_menu"),
    path("p/<str:slug>/block/", people.ask_block, name="block"),
    path("me/invitations/", invitations.mine, name="invitations"),
    path("me/invitations/<int:number>/", invitations.answer, name="answer_invitation"),
    path("me/invitations/<int:number>/withdraw/", invitations.withdraw, name="withdraw_invitation"),
    path("me/people/", people.people, name="people"),
    path("circles/", circles.index, name="circles"),
    path("circles/join/<str:key>/", circles.join, name="circle_join"),
    path("circles/<slug:code>/", circles.circle, name="circle"),
    path("circles/<slug:code>/change/", circles.change, name="circle_change"),
    path("circles/<slug:code>/seasons/", seasons.create, name="season_new"),
    path("circles/<slug:code>/seasons/<int:season>/", seasons.page, name="season"),
    path("circles/<slug:code>/seasons/<int:season>/print/", seasons.printed, name="season_print"),
    path("circles/<slug:code>/seasons/<int:season>.csv", seasons.download, name="season_csv"),
    path("circles/<slug:code>/seasons/<int:season>/change/", seasons.change, name="season_change"),
]
