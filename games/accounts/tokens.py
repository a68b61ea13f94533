"""Tokens for the API, and private links.

Only a hash of a token is kept; the text of a token is shown once.  Private links show one player's
data without signing in, for programs such as calendars."""

import hashlib
import secrets
import zlib
from datetime import datetime, timedelta
from typing import Self

from django.db import models, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import Player
from games.untrusted import whole_number

MOST = 10  # tokens of an account and its bots
MARK = "warsite_"  # all begin with it
DAYS = (30, 90, 365)
UNUSED = timedelta(days=365)  # it expires then
SEEN_STEP = timedelta(minutes=10)  # how exactly the last use is kept
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SECRET, CHECK = 40, 6  # digits
SHOWN = 16  # characters by which the owner tells tokens apart
LINK_DIGITS = 32  # hex digits: 128 bits


class Scope(models.TextChoices):
    """A permission of a token.  Public data needs no permission."""

    ME = "me:read", gettext_lazy("Read who I am")
    TABLES = "tables:read", gettext_lazy("See tables as my seat sees them")
    PLAY = "tables:play", gettext_lazy("Open tables, sit down and play")
    LAB = "lab:run", gettext_lazy("Start and stop lab runs")


class TokenQuerySet(models.QuerySet["Token"]):
    def of(self, player: Player) -> Self:
        """Tokens of an account and of its bots."""
        return self.filter(models.Q(player=player) | models.Q(player__owner=player))

    def valid(self, *, at: datetime) -> Self:
        """Tokens that have not expired and were used within a year, of players who are not
        banned."""
        lasting = models.Q(expires_at__gt=at) | models.Q(expires_at=None)
        return self.used_since(at - UNUSED).filter(lasting, player__is_active=True)

    def used_since(self, time: datetime) -> Self:
        """Tokens used or made since this time."""
        return self.filter(models.Q(used_at__gte=time) | models.Q(created_at__gte=time))


class Token(models.Model):
    """A token for the API; `digest` is the SHA-256 of its text, in hex."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=SHOWN)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)  # null for bots' tokens that last for ever
    used_at = models.DateTimeField(null=True)
    used_from = models.CharField(max_length=32, blank=True)  # see `network_hash`, at that time

    objects = TokenQuerySet.as_manager()

    class Meta:
        verbose_name = gettext_lazy("token")
        verbose_name_plural = gettext_lazy("tokens")

    def __str__(self) -> str:
        return f"{self.prefix}…"

    @property
    def caller(self) -> str:
        """The key under which the token's requests and connections are counted."""
        return f"token-{self.pk}"


class BadToken(Exception):
    """Raised if a token cannot be made; the text of the exception is for people."""


@transaction.atomic
def make(
    *, player: Player, name: str, scopes: list[str], days: int, now: datetime
) -> tuple[Token, str]:
    """Create a token.  Return it with its text, which is not stored; with 0 `days`, the token never
    expires.  Raises BadToken."""
    account = player.owner or player
    Player.objects.select_for_update().get(pk=account.pk)  # two tabs do not make an eleventh
    if Token.objects.of(account).count() >= MOST:
        words = _("You have {most} tokens, which is the limit. Revoke one first.")
        raise BadToken(words.format(most=MOST))
    text = new_text("b" if player.is_bot else "p")
    token = Token.objects.create(
        player=player,
        name=name,
        prefix=text[:SHOWN],
        digest=digest_of(text),
        scopes=sorted(scopes),
        created_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )
    return token, text


def look_up(text: str, now: datetime) -> Token | None:
    """Find the valid token with this text.  A mistyped text costs no query."""
    if not is_well_formed(text):
        return None
    valid = Token.objects.valid(at=now).select_related("player")
    return valid.filter(digest=digest_of(text)).first()


def note_use(token: Token, network: str, now: datetime) -> None:
    """Store when the token was last used, and the code of the network from which it was used."""
    if token.used_at is None or token.used_at < now - SEEN_STEP:
        Token.objects.filter(pk=token.pk).update(used_at=now, used_from=network)


# The text ----------------------------------------------------------------------------------------


def new_text(kind: str) -> str:
    """Create the text of a token: the mark, the kind, 40 random digits of base 62, and 6 digits of
    their CRC-32, which secret scanners recognise."""
    body = f"{MARK}{kind}_" + "".join(secrets.choice(DIGITS) for _digit in range(SECRET))
    return body + check_of(body)


def is_well_formed(text: str) -> bool:
    body, check = text[:-CHECK], text[-CHECK:]
    return len(body) == len(f"{MARK}p_") + SECRET and check == check_of(body)


def check_of(body: str) -> str:
    rest, digits = zlib.crc32(body.encode()), ""
    for _digit in range(CHECK):
        rest, digit = divmod(rest, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def link_key(player: Player) -> str:
    """The key in the player's private links.  A new password changes the key."""
    code = salted_hmac("games.link", f"{player.pk} {player.password}", algorithm="sha256")
    return f"{player.pk}-{code.hexdigest()[:LINK_DIGITS]}"


def player_of_link(key: str) -> Player | None:
    """Find the player to whom the key of a private link belongs."""
    number = whole_number(key.partition("-")[0])
    player = Player.objects.filter(pk=number, erased=False).first()
    return player if player and constant_time_compare(key, link_key(player)) else None
