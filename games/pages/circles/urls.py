"""URLs of circles."""

from django.urls import path

from games.pages.circles import circles

urlpatterns = [
    path("", circles.circles, name="circles"),
    path("join/<str:key>/", circles.join, name="circle_join"),
    path("<slug:code>/", circles.circle, name="circle"),
    path("<slug:code>/change/", circles.change, name="circle_change"),
]
