"""Players: people, guests and bots, all rows of one model."""

import unicodedata
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.accounts.names import SEPARATORS, as_typed, fold

GUEST_KEPT = timedelta(days=7)


class PlayerQuerySet(models.QuerySet["Player"]):
    def people(self) -> Self:
        """Players who have signed up."""
        return self.filter(is_guest=False, is_bot=False, erased=False)

    def guests(self) -> Self:
        return self.filter(is_guest=True)

    def bots(self) -> Self:
        return self.filter(is_bot=True)

    def banned(self) -> Self:
        return self.filter(is_active=False, erased=False)

    def confirmed(self) -> Self:
        """Players with a confirmed e-mail address."""
        return self.filter(emailaddress__verified=True)

    def named(self, text: str) -> Self:
        """Players with this name, or with one that looks like it; a slug also counts as a name."""
        return self.filter(name_key=fold(text))

    def signing_in(self, text: str) -> "Player | None":
        """The person who signs in with this text: the exact login, else a name that is equal when
        folded, else a login that differs only in case."""
        people, login = self.people(), as_typed(text)
        return (
            people.filter(username=login).first()
            or people.named(login).first()
            or people.filter(username__iexact=login).first()
        )

    def forgotten(self, *, at: datetime) -> Self:
        """Guests who left some days ago, and to whom no table, tournament or run refers."""
        old = at - GUEST_KEPT
        return self.guests().filter(
            date_joined__lt=old,
            last_login__lt=old,
            seats=None,
            opened_tables=None,
            entrants=None,
            simulations=None,
            sanctions=None,
            audit_entries_about=None,
            memberships=None,
            reports=None,
            reports_about=None,
        )


class PlayerMaker(UserManager["Player"]):
    """A manager that creates players for Django's own commands; the shown name is the login."""

    use_in_migrations = False

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "Player":
        extra = named(username, extra)
        return super().create_user(username, email, normalized(password), **extra)

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **extra: Any
    ) -> "Player":
        extra = named(username, extra)
        return super().create_superuser(username, email, normalized(password), **extra)


def normalized(password: str | None) -> str | None:
    """The password in a normal form, which does not depend on how a device composes characters
    (NIST SP 800-63B)."""
    return password and unicodedata.normalize("NFKC", password)


def named(username: str, extra: dict[str, Any]) -> dict[str, Any]:
    name = extra.get("name") or username[:30]
    return extra | {"name": name, "name_key": fold(name)}


PlayerManager = PlayerMaker.from_queryset(PlayerQuerySet)


class Player(AbstractUser):
    """A person, guest or bot that can have a seat.  `name` is the name that others see, and with
    which people sign in.  `username` changes together with `name`, but stays when moderators remove
    a name."""

    name = models.CharField(max_length=30)
    name_key = models.CharField(max_length=120, unique=True)
    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(default=False)
    # The owner of a bot that a program plays; the site's own bots have a level instead.
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="owned_bots"
    )
    level = models.CharField(max_length=12, blank=True)
    emblem = models.CharField(max_length=8, blank=True, default="", db_default="")  # an Emblem
    ban_reason = models.CharField(max_length=200, blank=True)
    erased = models.BooleanField(default=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(
                fields=["date_joined"],
                condition=models.Q(is_guest=True),
                name="guest_since",
            ),
            models.Index(
                fields=["date_joined"],
                condition=models.Q(is_guest=False, is_bot=False),
                name="person_since",
            ),
            models.Index(
                fields=["level", "id"], condition=models.Q(is_bot=True), name="bot_by_level"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return as_typed(username)

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(normalized(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the password.  Earlier releases hashed passwords without normalizing
        them, so both forms are tried."""
        forms = dict.fromkeys((normalized(raw_password), raw_password))
        return any(super(Player, self).check_password(form) for form in forms)

    @property
    def is_person(self) -> bool:
        return not (self.is_guest or self.is_bot or self.erased)

    @property
    def is_site_bot(self) -> bool:
        """Whether the player is a bot of the site, for which the site decides."""
        return self.is_bot and self.owner_id is None

    @property
    def face(self) -> str:
        """The sign beside the name.  For a bot of the site, the emblem of its level, so that people
        recognise the level; for other players, the emblem that they chose."""
        return self.level or self.emblem

    @property
    def owner_name(self) -> str | None:
        return self.owner.name if self.owner else None

    @property
    def slug(self) -> str:
        """The name in the form for URLs; `named(slug)` finds the player."""
        return "".join("-" if ch in SEPARATORS else ch for ch in self.name.casefold())


class FreedName(models.Model):
    """A former name that nobody else may take yet.  `digest` is a keyed hash of the name's
    skeleton, because the name of an erased person must not be stored."""

    digest = models.CharField(max_length=64, unique=True)
    freed_at = models.DateTimeField(db_index=True)
    # The player who may take it again; nobody if the person is erased.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="freed_names")

    def __str__(self) -> str:
        return f"name freed at {self.freed_at:%Y-%m-%d}"
