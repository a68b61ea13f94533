"""Links that show what concerns one player without signing in, for programs such as calendars."""

from django.utils.crypto import constant_time_compare, salted_hmac

from games.accounts.models import Player
from games.untrusted import whole_number

LENGTH = 32  # hex digits: 128 bits


def key_of(player: Player) -> str:
    """The key in the player's links; a new password makes a new one."""
    code = salted_hmac("games.link", f"{player.pk} {player.password}", algorithm="sha256")
    return f"{player.pk}-{code.hexdigest()[:LENGTH]}"


def find_player(key: str) -> Player | None:
    """The player to whom a key belongs."""
    number = whole_number(key.partition("-")[0])
    player = Player.objects.filter(pk=number, erased=False).first()
    return player if player and constant_time_compare(key, key_of(player)) else None
