"""The frame of the admin: who may enter, its first page, and its lists."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.adapter import get_adapter
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.operators.overview import overview

# Rarely needed; their pages exist, but the index does not list them.
UNLISTED = {
    *("Authenticator", "EmailAddress", "UserSession"),
    *("ClockedSchedule", "CrontabSchedule", "SolarSchedule"),
}


class OperatorSite(admin.AdminSite):
    site_header = site_title = "warsite"
    index_title = _("Operators")
    index_template = "admin/overview.html"
    enable_nav_sidebar = False  # the header has all lists

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user is staff with a second factor."""
        staff = request.user.is_active and request.user.is_staff
        return staff and get_adapter().is_mfa_enabled(request.user)

    # The site's own log in, with its limits and second factors, guards the admin too.
    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect operators to the page where they add a second factor."""
        if self.has_permission(request):
            return redirect("admin:index")
        messages.info(
            request,
            gettext("Operators need a second factor. Add a passkey or an app."),
            extra_tags="in-place",
        )
        return redirect("mfa_index")

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        return super().index(request, {"groups": overview(), **(extra_context or {})})

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        listed = super().get_app_list(request, app_label)
        listed.sort(key=lambda app: app["app_label"] != "games")  # the site's own models come first
        for app in listed:
            models = app["models"]
            app["models"] = [model for model in models if model["object_name"] not in UNLISTED]
        return [app for app in listed if app["models"]]
