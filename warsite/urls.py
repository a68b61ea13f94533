"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path

from games.api.api import api
from warsite.operations import Health, WholeHealth, metrics

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("health/", Health.as_view(), name="health"),
    path("health/all/", WholeHealth.as_view(), name="health_all"),
    path("metrics", metrics, name="metrics"),
    path("api/", api.urls),
    path("", include("games.pages.urls")),
]

handler400 = "games.pages.about.errors.bad_request"
handler403 = "games.pages.about.errors.forbidden"
handler404 = "games.pages.about.errors.not_found"
handler429 = "games.pages.about.errors.too_many"  # called by allauth
handler500 = "games.pages.about.errors.server_error"
