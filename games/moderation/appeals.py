"""Appeals.  Each sanction can have one appeal, which another moderator decides.  All functions
raise Refused."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.accounts import sanctions
from games.accounts.models import Player
from games.accounts.sanctions import AuditEntry, Sanction, number_of
from games.moderation.models import ANSWER, APPEAL, Appeal
from games.moderation.refusals import Refused
from games.notices.kinds import Kind
from games.notices.writer import notify

BACKEND = "django.contrib.auth.backends.ModelBackend"  # knows permissions


def find_sanction(token: str) -> Sanction | None:
    number = number_of(token)
    if number is None:
        return None
    return Sanction.objects.select_related("player", "appeal").filter(pk=number).first()


def appeal(*, sanction: Sanction, text: str, now: datetime | None = None) -> Appeal:
    """File an appeal, as the player or as a person with the link."""
    text = text.strip()[:APPEAL]
    if not text:
        raise Refused("NO_TEXT")
    try:
        with transaction.atomic():
            return Appeal.objects.create(
                sanction=sanction,
                player=sanction.player,
                text=text,
                made=now or timezone.now(),
            )
    except IntegrityError:
        raise Refused("APPEALED") from None


def moderators() -> list[Player]:
    """The people who may decide an appeal."""
    return list(Player.objects.with_perm("games.moderate", backend=BACKEND))


def conflict(filed: Appeal, by: Player) -> str:
    """The reason why this moderator may not decide; "" if there is none.  Moderators decide appeals
    against their own decisions only if there is no other moderator."""
    if filed.sanction.player_id == by.pk:
        return "ABOUT_YOU"
    is_own = filed.sanction.by_id == by.pk
    others = is_own and any(
        other.pk not in (by.pk, filed.sanction.player_id) for other in moderators()
    )
    return "YOUR_DECISION" if others else ""


@transaction.atomic
def decide(
    *,
    number: int,
    by: Player,
    granted: bool,
    answer: str,
    network: str = "",
    now: datetime | None = None,
) -> None:
    at = now or timezone.now()
    appeals = Appeal.objects.select_for_update(of=("self",)).select_related("sanction__player")
    open_appeal = appeals.open().filter(pk=number).first()
    if open_appeal is None:
        raise Refused("CLOSED")
    if code := conflict(open_appeal, by):
        raise Refused(code)
    open_appeal.decided, open_appeal.decided_by = at, by
    open_appeal.granted, open_appeal.answer = granted, answer[:ANSWER]
    open_appeal.save(update_fields=["decided", "decided_by", "granted", "answer"])
    sanction, act = open_appeal.sanction, AuditEntry.Act.UPHOLD
    if granted:
        sanctions.lift(sanction=sanction, by=by, why=answer, network=network, now=at)
    else:
        sanctions.record(by, act, player=sanction.player, why=answer, network=network, now=at)
    notify(
        sanction.player,
        Kind.APPEAL,
        str(sanction.pk),
        {"granted": granted, "sanction": sanction.pk},
    )
