"""URLs of the trainer."""

from django.urls import path

from games.pages.train import today, train

urlpatterns = [
    path("", train.following, name="train"),
    path("today/", today.today, name="train_today"),
    path("<slug:key>/go-on/", train.go_on, name="train_go_on"),
    path("<slug:key>/", train.place, name="train_place"),
]
