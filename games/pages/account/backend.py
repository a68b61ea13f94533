"""The check of passwords, used by every page that asks for one."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.utils import filter_users_by_email
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.accounts.models import Player


class PasswordBackend(AuthenticationBackend):  # type: ignore[misc]
    """A backend that computes exactly one hash for each attempt.

    It looks up one account, by the name or by the address.  If the password is wrong, no other
    backend is tried.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Player | None:
        name = credentials.get("username") or credentials.get("email") or ""
        if "@" in name:  # no name has it
            owner = next(iter(filter_users_by_email(name, prefer_verified=True)), None)
        else:
            owner = Player.objects.signing_in(name)
        user: Player | None = super().authenticate(
            request,
            username=owner.username if owner else "",
            password=credentials.get("password"),
        )
        if user is None:
            raise PermissionDenied
        return user
