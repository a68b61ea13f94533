"""Account forms with the site's own words."""

from typing import Any

from allauth.account import forms as theirs
from allauth.account.adapter import get_adapter
from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.accounts.names import LONGEST
from games.accounts.tokens import Token

LABELS = {
    "login": _("Name or email"),
    "remember": _("Stay signed in on this device"),
    "username": _("Name"),
    "email": _("Email"),
    "password": _("Password"),
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat password"),
}
GOOD_PASSWORD = _(
    "At least 8 characters. Not your name, not only digits, and not a common password."
)


class Worded:
    """A form that renames fields of allauth, and drops placeholders that repeat their label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields  # type: ignore[attr-defined]
        for name, field in fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
        if "password1" in fields:
            fields["password1"].help_text = GOOD_PASSWORD


class LoginForm(Worded, theirs.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].initial = True
        self.fields["login"].widget.attrs = {"autocomplete": "username", "autofocus": True}


class SignupForm(Worded, theirs.SignupForm):  # type: ignore[misc]
    """The form to sign up: a name, a password, and an optional email address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email (optional)")
        self.fields["password1"].label = _("Password")
        self.fields["username"].help_text = format_lazy(
            _("2 to {longest} characters. Others see it at tables."), longest=LONGEST
        )
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "maxlength": LONGEST}


class AddEmailForm(Worded, theirs.AddEmailForm):  # type: ignore[misc]
    """The form to add an email address."""


class ChangePasswordForm(Worded, theirs.ChangePasswordForm):  # type: ignore[misc]
    """The form to change a known password; wrong ones count as at log-in."""

    def clean_oldpassword(self) -> str:
        password: str = self.cleaned_data["oldpassword"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("enter_current_password")
        return password


class SetPasswordForm(Worded, theirs.SetPasswordForm):  # type: ignore[misc]
    """The form to set a first password."""


class ResetPasswordForm(Worded, theirs.ResetPasswordForm):  # type: ignore[misc]
    """The form to ask for a link that resets the password."""


class ResetPasswordKeyForm(Worded, theirs.ResetPasswordKeyForm):  # type: ignore[misc]
    """The form to set a new password, after following the link of a mail.  It also revokes tokens:
    someone who knew the old password may have made some."""

    revoke_tokens = forms.BooleanField(
        required=False, initial=True, label=_("Revoke my API tokens, and those of my bots")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not Token.objects.of(self.user).exists():
            del self.fields["revoke_tokens"]

    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("revoke_tokens"):
            Token.objects.of(self.user).delete()


class ReauthenticateForm(Worded, theirs.ReauthenticateForm):  # type: ignore[misc]
    """The form to enter the password again."""
