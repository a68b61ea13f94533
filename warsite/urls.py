"""URLs of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from games.api.api import api
from games.api.guide import page
from games.api.middleware import moved, unknown
from warsite.operations import Ready, Whole, metrics

urlpatterns = [
    # The site's own page counts wrong passwords and writes to the owner.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("health/", Ready.as_view(), name="health"),
    path("health/all/", Whole.as_view(), name="health_all"),
    path("metrics", metrics, name="metrics"),
    path("api/", page, name="about_api"),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", unknown),
    path("api/<path:rest>", moved),
    path("", include("games.pages.urls")),
]

handler400 = "warsite.errors.bad_request"
handler403 = "games.pages.about.errors.forbidden"
handler404 = "games.pages.about.errors.not_found"
handler429 = "games.pages.about.errors.too_many"  # called by allauth
handler500 = "warsite.errors.server_error"
