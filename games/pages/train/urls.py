"""URLs of the trainer."""

from django.urls import path

from games.pages.train import train

urlpatterns = [
    path("", train.following, name="train"),
    path("<slug:key>/", train.place, name="train_place"),
]
