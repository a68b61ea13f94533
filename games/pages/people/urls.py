"""URLs of finding players, invitations, follows and blocks."""

from django.urls import path

from games.pages.people import find, invitations, menu, people

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
]
