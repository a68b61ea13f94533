"""Links in mails that switch off one kind of mail, without signing in."""

from django.core import signing

SALT = "games.notices.mail"
DIGEST = "digest"  # beside the kinds of notices
VALID_S = 365 * 24 * 3600


def token_of(player_id: int, kind: str) -> str:
    return signing.dumps([player_id, kind], salt=SALT)


def read_token(text: str) -> tuple[int, str]:
    """The player's id and the kind.  Raises BadSignature."""
    player_id, kind = signing.loads(text, salt=SALT, max_age=VALID_S)
    return player_id, kind
