"""Invitations to an open table.  Accepting an invitation takes a seat through the writer of tables.
All functions raise Refused; `now` is epoch ms."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, ngettext

from games.accounts.models import Player
from games.accounts.preferences import Inviters, preferred_by
from games.limits.counting import verify_counting
from games.limits.declared import INVITATIONS, INVITATIONS_A_DAY
from games.lobby.models import DeclineReason, Invitation, InvitationState
from games.notices.kinds import Kind
from games.notices.writer import announce, notify
from games.relations.reading import blocks_between, person_of
from games.table.clock import now_ms
from games.table.models import Table
from games.table.refusals import Refused
from games.table.writer import play, seats
from games.table.writer.orders import Order

DAY_MS = 86_400_000
KEPT_MS = 7 * DAY_MS
PAUSE_MS = 5 * 60_000  # after "no"
MOST_DECLINED = 3  # in a day; then nothing more for a day


@transaction.atomic
def open_and_invite(*, by: Player, invite: Sequence[Player], **rules: Any) -> Table:
    """Open a table and send invitations to it.  If an invitation fails, no table is opened.  Raises
    TooMany, Unavailable."""
    table = play.open_table(by=by, **rules)
    for player in invite:
        send(table=table, by=by, player=player)
    return table


@transaction.atomic
def send(*, table: Table, by: Player, player: Player, now: int | None = None) -> Invitation:
    """Invite a player to a table on behalf of `by`, who has a seat there; at most one invitation
    per free seat.  Raises TooMany, Unavailable."""
    verify_counting()
    at = now_ms() if now is None else now
    if not (by.is_person or by.owner_id):
        raise Refused("ACCOUNTS_INVITE")
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # two tabs keep the limits too
    verify_limits(by, at)
    verify_pause(by, player, at)
    if by.sent_invitations.standing(at=at).filter(player=player).exists():
        raise Refused("INVITED")
    if not seats.is_member(table, player):  # members see who is in their circle anyway
        assert table.circle is not None
        words = gettext("{name} is not in {circle}. Send them the circle’s link.")
        raise Refused("NOT_IN_CIRCLE", words.format(name=player.name, circle=table.circle.name))
    if not may_invite(by, player):
        raise Refused("NOT_INVITABLE")
    waiting = table.invitations.standing(at=at).count()
    seats.reserve(table=table, by=by, player=player, invited=waiting, now=at)
    notify(player, Kind.INVITED, table.code, {"by": by.pk})
    made = Invitation.objects.create(table=table, inviter=by, player=player, made_ms=at)
    announce([by.pk, player.pk])
    return made


def verify_limits(by: Player, now: int) -> None:
    sent = by.sent_invitations.filter(made_ms__gt=now - DAY_MS).order_by("-made_ms")
    ages_s = [(now - made_ms) / 1000 for made_ms in sent.values_list("made_ms", flat=True)]
    INVITATIONS.verify_ages(ages_s)
    INVITATIONS_A_DAY.verify_ages(ages_s)


def verify_pause(by: Player, player: Player, now: int) -> None:
    """Check that the player has not recently declined an invitation from `by`.  Raises Refused."""
    declined = by.sent_invitations.filter(
        player=player, state=InvitationState.DECLINED, answered_ms__gt=now - DAY_MS
    )
    times = [ms for ms in declined.values_list("answered_ms", flat=True) if ms is not None]
    if not times:
        return
    pause_ms = DAY_MS if len(times) >= MOST_DECLINED else PAUSE_MS
    wait_s = -(-(max(times) + pause_ms - now) // 1000)
    if wait_s > 0:
        minutes = -(-wait_s // 60)
        words = ngettext(
            "They declined. You can invite them again in {minutes} minute.",
            "They declined. You can invite them again in {minutes} minutes.",
            minutes,
        )
        raise Refused("NOT_INVITABLE", words.format(minutes=minutes), wait_s=wait_s)


def may_invite(by: Player, player: Player) -> bool:
    """Whether a player may be invited.  The answer gives no reason, so that nobody learns of a
    block."""
    apart = any(blocks_between(by, [player.pk]))  # always queried, so that no answer is faster
    wanted = wants_invitations(player, by)
    is_open = player.is_active and (player.is_person or player.owner_id is not None)
    return is_open and player != by and wanted and not apart


def wants_invitations(player: Player, by: Player) -> bool:
    """Whether a player accepts invitations from this inviter; in quiet mode only people whom the
    player follows."""
    preferred = preferred_by(player)
    is_followed = player.follows.filter(followed=person_of(by)).exists()
    if by.is_bot and not preferred["bots_may_invite"]:
        return False
    if preferred["may_invite"] == Inviters.EVERYONE and not preferred["quiet"]:
        return True
    return preferred["may_invite"] != Inviters.NOBODY and is_followed


def verify_standing(invitation: Invitation, now: int) -> None:
    if not Invitation.objects.standing(at=now).filter(pk=invitation.pk).exists():
        raise Refused("INVITATION_OVER")


@transaction.atomic
def accept(*, invitation: Invitation, anyway: bool = False, now: int | None = None) -> None:
    """Accept an invitation, as the invited player."""
    at = now_ms() if now is None else now
    verify_standing(invitation, at)
    play.sit(Order(invitation.table_id, invitation.player, now=now), anyway=anyway, invited=True)
    close(invitation, InvitationState.ACCEPTED, at)
    tell_inviter(invitation, yes=True)


@transaction.atomic
def decline(*, invitation: Invitation, reason: str = "", now: int | None = None) -> None:
    """Decline an invitation, with one of the ready reasons or none."""
    at = now_ms() if now is None else now
    verify_standing(invitation, at)
    known_reason = reason if reason in DeclineReason.values else ""
    close(invitation, InvitationState.DECLINED, at, known_reason)
    tell_inviter(invitation, yes=False)


def tell_inviter(invitation: Invitation, *, yes: bool) -> None:
    code, player = invitation.table.code, invitation.player_id
    args = {"by": player, "code": code, "yes": yes}
    notify(invitation.inviter, Kind.ANSWERED, f"{code}-{player}", args)


@transaction.atomic
def withdraw(*, invitation: Invitation, now: int | None = None) -> None:
    """Withdraw an invitation, as its sender."""
    at = now_ms() if now is None else now
    verify_standing(invitation, at)
    seats.release(table=invitation.table, player=invitation.player, now=at)
    close(invitation, InvitationState.WITHDRAWN, at)


def close(invitation: Invitation, state: InvitationState, now: int, reason: str = "") -> None:
    waiting = Invitation.objects.filter(pk=invitation.pk, state=InvitationState.WAITING)
    if not waiting.update(state=state, reason=reason, answered_ms=now):
        raise Refused("INVITATION_OVER")  # answered just now in another tab
    announce([invitation.inviter_id, invitation.player_id])


def forget(*, at: datetime) -> None:
    Invitation.objects.filter(made_ms__lt=int(at.timestamp() * 1000) - KEPT_MS).delete()
