"""The adapter by which allauth creates players: names follow the site's rules, guests keep their
row and games."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts import people
from games.accounts.callers import caller_of, client_address
from games.accounts.models import Player
from games.accounts.names import BadName, clean_name, fold
from games.accounts.sanctions import SanctionKind, reopen, standing, token_of
from games.limits.declared import SIGN_UPS
from games.limits.networks import network_of
from games.notices.mail import may_mail
from games.pages.account.sign_in import LEAVES_SEAT, note_sign_in
from warsite.addresses import address_for_others

LINKS = {"activate_url", "password_reset_url", "signup_url"}  # in mails of allauth


def usable_name(text: str, owner: Player | None = None) -> str:
    """The name in the form in which it is shown.  Raises ValidationError if the name is not
    allowed, or taken."""
    try:
        return people.verify_name(text, owner=owner)
    except BadName as error:
        raise ValidationError(str(error)) from error


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The adapter that connects allauth with players."""

    def new_user(self, request: HttpRequest) -> Player:
        """The row for a new account: for a guest who signs up the guest's own row, so that games,
        seat and history are kept."""
        guest = getattr(request, "guest", None)
        return Player.objects.get(pk=guest.pk) if guest else Player()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return clean_name(username) if shallow else usable_name(username, self.guest)

    @property
    def guest(self) -> Player | None:
        return getattr(self.request, "guest", None)

    def save_user(
        self, request: HttpRequest, user: Player, form: Form, commit: bool = True
    ) -> Player:
        caller_of(request).verify(SIGN_UPS)
        super().save_user(request, user, form, commit=False)
        try:
            people.introduce(user, user.username)
        except BadName as error:  # taken after the form was checked
            messages.error(request, people.TAKEN)
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count wrong passwords by name and network together: counted by name alone, anybody could
        lock others out.  All spellings of a name count as one."""
        name = credentials.get("email") or fold(credentials.get("username", ""))
        network = network_of(client_address(request))
        super().pre_authenticate(request, username=f"{name} from {network}")

    def pre_login(self, request: HttpRequest, user: Player, **kwargs: Any) -> HttpResponse | None:
        request.session.pop(LEAVES_SEAT, None)
        reopen(user, at=timezone.now())  # if the ban has ended
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def post_login(
        self, request: HttpRequest, user: Player, *, signup: bool, **more: Any
    ) -> HttpResponse:
        answer: HttpResponse = super().post_login(request, user, signup=signup, **more)
        if signup and answer.headers.get("Location", "").startswith("/t/"):
            tell_games(request, user)
        note_sign_in(request, answer, user, is_first=signup)
        return answer

    def set_password(self, user: Player, password: str) -> None:
        """Set a new password, and end all other sessions."""
        super().set_password(user, password)
        for session in UserSession.objects.filter(user=user):
            if not session.is_current():
                session.end()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail of allauth, which sends all its mails by this method."""
        user = self.request.user
        account = user.pk if user.is_authenticated else None
        for name in LINKS & context.keys():  # a mail may be read on another device
            context[name] = address_for_others(self.request, urlsplit(context[name]).path)
        if may_mail(email, account=account, by=client_address(self.request)):
            super().send_mail(template_prefix, email, context)
        else:
            words = _("There were too many emails today, so we sent none. Try again tomorrow.")
            messages.warning(self.request, words)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Send a notification only to an address that its owner has confirmed."""
        chosen = {"email": email} if email else {"primary": True}
        address = EmailAddress.objects.filter(user=user, verified=True, **chosen).first()
        if address is not None:
            super().send_notification_mail(template_prefix, user, context, address.email)

    def respond_user_inactive(self, request: HttpRequest, user: Player) -> HttpResponse:
        """Show a banned player the reason, after the right password."""
        ban = standing(user, SanctionKind.BAN, at=timezone.now())
        request.session["closed"] = user.ban_reason
        request.session["sanction"] = token_of(ban.pk) if ban else ""
        return redirect("account_inactive")


def tell_games(request: HttpRequest, player: Player) -> None:
    """Show a message to a guest who signs up at the end of a game: this game and earlier ones are
    kept."""
    others = player.seats.filter(table__status="finished").count() - 1
    text = ngettext(
        "This game is yours, and your other one.",
        "This game is yours, and your other {count}.",
        others,
    )
    if others < 1:
        text = _("This game is yours.")
    messages.success(request, text.format(count=others))
