"""The invitations of players, as they are told: those to answer, and what came of those sent."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.lobby.models import LASTS_MS, Invitation, State
from games.table.clock import now_ms
from games.table.words import title

MOST = 20  # of those sent
WORDS = {
    "here": _("Online, has not answered yet"),
    "waiting": _("Has not answered yet"),
    "accepted": _("Accepted"),
    "declined": _("Declined"),
    "ended": _("Ended"),
}


class InvitationMark(NamedTuple):
    """Differs when the invitations of a player do: those to answer, and those sent of the last ten
    minutes with how they stand."""

    received: tuple[int, ...] = ()
    sent: tuple[tuple[int, str], ...] = ()


def invitation_marks(
    players: Collection[int], here: Mapping[int, Collection[int]]
) -> dict[int, InvitationMark]:
    """`here`: whom each of them sees to be here.  Two queries at most."""
    now = now_ms()
    recent = Invitation.objects.filter(
        Q(player__in=players) | Q(inviter__in=players), made_ms__gt=now - LASTS_MS
    ).order_by("-made_ms", "-pk")
    rows = list(recent.values_list("pk", "inviter", "player", "state"))
    waiting = [pk for pk, _, _, state in rows if state == State.WAITING]
    standing = set[int]()
    if waiting:
        found = Invitation.objects.standing(at=now).filter(pk__in=waiting)
        standing = set(found.values_list("pk", flat=True))
    received: dict[int, list[int]] = defaultdict(list)
    sent: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for pk, inviter, player, state in rows:
        if pk in standing:
            received[player].append(pk)
        is_here = player in here.get(inviter, ())
        sent[inviter].append((pk, how(state, is_standing=pk in standing, is_here=is_here)))
    return {
        player: InvitationMark(tuple(received[player]), tuple(sent[player][:MOST]))
        for player in players
    }


def how(state: str, *, is_standing: bool, is_here: bool) -> str:
    if is_standing:
        return "here" if is_here else "waiting"
    return state if state in (State.ACCEPTED, State.DECLINED) else "ended"


def invitations_of(marks: Iterable[InvitationMark]) -> dict[int, Invitation]:
    """Invitations by id.  One query, or none."""
    ids = {pk for mark in marks for pk in (*mark.received, *dict(mark.sent))}
    found = Invitation.objects.filter(pk__in=ids).shown()
    return {one.pk: one for one in found} if ids else {}


def invitation_rows(mark: InvitationMark, found: Mapping[int, Invitation]) -> dict[str, Any]:
    return {
        "in": [received_row(found[pk]) for pk in mark.received if pk in found],
        "out": [sent_row(found[pk], state) for pk, state in mark.sent if pk in found],
    }


def received_row(one: Invitation) -> dict[str, Any]:
    """`url`: where a form answers, with `do=accept` or `do=decline`."""
    text = gettext("{name} invites you to {table}.")
    return {
        "id": one.pk,
        "by": one.inviter.name,
        "table": one.table.code,
        "title": title(one.table),
        "text": text.format(name=one.inviter.name, table=title(one.table)),
        "until": one.made_ms + LASTS_MS,
        "url": reverse("answer_invitation", args=[one.pk]),
    }


def sent_row(one: Invitation, state: str) -> dict[str, Any]:
    return {
        "id": one.pk,
        "to": one.player.name,
        "table": one.table.code,
        "title": title(one.table),
        "state": state,
        "words": gettext(WORDS[state]),
        "reason": one.get_reason_display() if one.reason else "",
    }
