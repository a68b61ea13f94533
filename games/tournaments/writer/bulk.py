"""Bulk entry: a preview of what each line of a list becomes, and the entry of all at once."""

import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.accounts.models import Player
from games.accounts.names import (
    INVISIBLE,
    LONGEST,
    NOT_FIRST,
    NOT_LAST,
    SEPARATORS,
    BadName,
    as_typed,
    fold,
    fold_case,
    is_spelling,
    verify_marks,
    without_joiners,
)
from games.limits.declared import NAMED_GUESTS
from games.relations import circles
from games.tournaments import cards
from games.tournaments.declared import Labelled
from games.tournaments.lists import LONGEST_NAME, Line, is_formula
from games.tournaments.models import Entrant, Tournament
from games.tournaments.refusals import Refused
from games.tournaments.writer.entries import BEFORE, NOT_IN, admit, free_places
from games.tournaments.writer.ledger import Ledger
from games.tournaments.writer.orders import Order, acting


class Becomes(Labelled):
    """The kinds of results that a line of a list can have."""

    MEMBER = "member", _("member")
    ACCOUNT = "account", _("account found")
    GUEST = "guest", _("new guest, with a card")
    DOUBLE = "double", _("double")
    UNREADABLE = "unreadable", _("cannot be entered")


class Entry(NamedTuple):
    """A line and what it becomes.  `player`: the account to enter, None for a new guest.  A preview
    never names a player who was found `by_address`: that would tell whose address it is."""

    line: Line
    becomes: Becomes
    player: Player | None = None
    reason: str = ""
    by_address: bool = False

    @property
    def is_entered(self) -> bool:
        return self.becomes in (Becomes.MEMBER, Becomes.ACCOUNT, Becomes.GUEST)


class Book:
    """Everybody a line can refer to: entrants, and the members of the circle or the accounts of the
    site.  Labels that differ in case alone are the same, but not those that differ in accents: Dung
    and Dũng may be in one class.  Addresses are looked up among members alone, so that nobody
    learns from a list who has an account."""

    def __init__(self, tournament: Tournament, lines: Sequence[Line]) -> None:
        self.circle = tournament.circle
        entrants = tournament.entrants.exclude(status__in=NOT_IN).select_related("player")
        self.entered = {entrant.player_id for entrant in entrants}
        self.labels = {
            fold_case(without_mark(entrant.player.name)): entrant.player
            for entrant in entrants
            if entrant.card
        }
        self.members: dict[str, Player] = {}
        self.addresses: dict[str, Player] = {}
        if self.circle is not None:
            self.read_members(self.circle)
        wanted = {fold(text) for line in lines for text in (line.who, line.name) if text}
        people = Player.objects.people().filter(name_key__in=wanted, is_active=True)
        self.accounts = {player.name_key: player for player in people}

    def read_members(self, circle: circles.Circle) -> None:
        members = list(circle.members.select_related("player"))
        self.members = {member.player.name_key: member.player for member in members}
        labelled = [member for member in members if member.label]
        self.labels |= {fold_case(member.label): member.player for member in labelled}
        players = {member.player_id: member.player for member in members}
        verified = EmailAddress.objects.filter(user__in=players, verified=True)
        self.addresses = {row.email.lower(): players[row.user_id] for row in verified}

    def known(self, name: str) -> Player | None:
        """The member with this name, or the guest who was entered by this name."""
        return self.labels.get(fold_case(name)) or self.members.get(fold(name))

    def find(self, line: Line) -> Entry:
        """The entry for a line, as if the line were the only one in its list."""
        if is_formula(line.name) or len(line.name) > LONGEST_NAME:
            text = _("This is no name.") if is_formula(line.name) else _("This name is too long.")
            return Entry(line, Becomes.UNREADABLE, reason=text)
        if "@" in line.who or "@" in line.name:
            address = line.who if "@" in line.who else line.name
            if player := self.addresses.get(address.lower()):
                return Entry(line, Becomes.MEMBER, player, by_address=True)
            name = line.name if line.name != address else address.partition("@")[0]
            return self.guest(line._replace(name=name))
        if player := self.known(line.who or line.name):
            return Entry(line, Becomes.MEMBER if self.circle else Becomes.ACCOUNT, player)
        if player := self.accounts.get(fold(line.who)):
            if self.circle is None:
                return Entry(line, Becomes.ACCOUNT, player)
            text = _("This account is not in the circle. Send them its link.")
            return Entry(line, Becomes.UNREADABLE, reason=text)
        if line.who and line.who != line.name:
            return Entry(line, Becomes.UNREADABLE, reason=_("There is no such account."))
        if self.circle is None and (player := self.accounts.get(fold(line.name))):
            return Entry(line, Becomes.ACCOUNT, player)
        return self.guest(line)

    def guest(self, line: Line) -> Entry:
        if player := self.known(line.name):
            return Entry(line, Becomes.MEMBER if self.circle else Becomes.ACCOUNT, player)
        try:
            guest_name(line.name)
        except BadName as bad:
            return Entry(line, Becomes.UNREADABLE, reason=str(bad))
        return Entry(line, Becomes.GUEST)


def plan(tournament: Tournament, lines: Sequence[Line]) -> list[Entry]:
    """What each line becomes; enters nobody.  Takes a few queries, however many lines there are."""
    book, first, entries = Book(tournament, lines), dict[object, int](), []
    free = free_places(tournament) if tournament.state in BEFORE else None
    for line in lines:
        entry = book.find(line)
        who = entry.player.pk if entry.player else fold_case(entry.line.name)
        if entry.is_entered and (who in book.entered or who in first):
            text = _("Is entered already.")
            if who in first:
                text = _("Is in the list already. Add a letter to tell two people apart.")
            entry = entry._replace(becomes=Becomes.DOUBLE, reason=text)
        elif entry.is_entered and free is not None:
            text = "" if free > 0 else _("All places are taken: goes on the waiting list.")
            entry, free = entry._replace(reason=text), free - 1
        first.setdefault(who, line.number)
        entries.append(entry)
    return entries


def enter_all(order: Order, entries: Iterable[Entry]) -> list[Entrant]:
    """Enter all who can be entered, or nobody.  Raises Refused."""
    with acting(order) as ledger:
        wanted = [entry for entry in entries if entry.is_entered]
        guests = new_guests(ledger, [entry for entry in wanted if entry.player is None])
        entrants = []
        for entry in wanted:
            player = entry.player or guests[entry.line.number]
            entrant = admit(ledger, player)
            entrant.note = entry.line.note
            entrant.card = entry.player is None or was_made(player)
            entrants.append(entrant)
        Entrant.objects.bulk_update(entrants, ["note", "card"])
        # Those who left and come back keep the card they have.
        new = [entrant for entrant in entrants if entrant.card and not entrant.card_seed]
        cards.give(ledger.tournament, new)
    return entrants


def was_made(player: Player) -> bool:
    """Whether this guest was made by entering a name: only these guests have cards."""
    return player.is_guest and player.entrants.filter(card=True).exists()


def new_guests(ledger: Ledger, entries: Sequence[Entry]) -> dict[int, Player]:
    """Create a guest for each new line, by the number of the line; guests of a circle become
    members.  Raises Refused."""
    by, circle = ledger.by, ledger.tournament.circle
    assert by is not None
    if not NAMED_GUESTS.take(by.pk, weight=len(entries)):
        raise Refused("TOO_MANY_GUESTS")
    guests = {entry.line.number: new_guest(entry.line.name) for entry in entries}
    if circle is not None:
        labels = {guests[entry.line.number]: entry.line.name for entry in entries}
        try:
            circles.add_guests(circle, labels)
        except circles.Refused as refused:
            raise Refused(refused.code, refused.sentence) from None
    return guests


# Names -----------------------------------------------------------------------------------


def guest_name(text: str) -> str:
    """The name as everybody sees it, before the mark of a guest is added; any name is free, since
    no account can have the mark.  Raises BadName."""
    typed = INVISIBLE.sub("", as_typed(text))
    letters = "".join(
        ch
        if unicodedata.category(ch)[0] in "LMN" or ch in SEPARATORS or is_spelling(typed, place)
        else " "
        for place, ch in enumerate(typed)
    )
    name = " ".join(letters.split())[: LONGEST - 1].lstrip(NOT_FIRST).rstrip(NOT_LAST)
    if not any(ch.isalnum() for ch in name):
        raise BadName(gettext("This is no name."))
    verify_marks(without_joiners(name))
    return name


def without_mark(name: str) -> str:
    return name.partition(" (")[0]


def new_guest(text: str) -> Player:
    """The entry of a new guest: `Anna (guest)`, which no account can be called; a second Anna gets
    a number."""
    name = guest_name(text)
    for number in ("", *(f" {secrets.randbelow(90) + 10}" for _try in range(20))):
        marked = f"{name} (guest{number})"
        if not Player.objects.filter(name_key=fold(marked)).exists():
            break
    else:
        marked = f"{name[:14]} (guest {secrets.randbelow(900_000) + 100_000})"
    guest = Player(
        username=f"guest:{secrets.token_hex(12)}", name=marked, name_key=fold(marked), is_guest=True
    )
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest
