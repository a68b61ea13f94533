"""Guests: players without an account.  A guest who signs up keeps the same row."""

import secrets

from django.db import IntegrityError, transaction

from games.accounts.models import Player
from games.accounts.names import fold

BACKEND = "django.contrib.auth.backends.ModelBackend"


def new_guest() -> Player:
    """Create a guest, named for example Guest 4821; the number is short while there are few
    guests."""
    for digits in (4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 9, 9):
        number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
        name = f"Guest {number}"
        guest = Player(
            username=f"guest:{secrets.token_hex(12)}", name=name, name_key=fold(name), is_guest=True
        )
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free number for a guest in twelve draws")
