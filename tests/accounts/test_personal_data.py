"""Every relation to a player is in the export and goes with the erasure, or has a reason not to."""

import json

import pytest
from allauth.mfa.models import Authenticator

from games.accounts.models import Player
from games.accounts.personal_data import EXPORTED, OWN, as_export
from tests.pages.stored import person

# Relations to a player, and why the export does not list them by themselves.
NOT_EXPORTED = {
    "authenticator_set": "named without their secrets",
    "preferences": "a single row, as an object",
    "seats": "as games",
    "logentry_set": "about the work of operators",
    "audit_entries": "the work of a moderator",
    "audit_entries_about": "the work of a moderator; what came of it is a sanction",
    "imposed_sanctions": "the sanctions of others",
    "reports_about": "by others, whom it would name",
    "claimed_reports": "the work of a moderator",
    "closed_reports": "the work of a moderator",
    "decided_appeals": "the work of a moderator",
    "signals": "nothing was decided, and they name others; gone after a month",
    "seats_on_same_device": "the seats of others",
    "signals_beside": "nothing was decided, and they name others; gone after a month",
    "followers": "the list of another player",
    "blocked_by": "the list of another player",
    "muted_by": "the list of another player",
    "freed_names": "hashes",
}
# Why the erasure leaves them.
NOT_ERASED = {
    "owned_bots": "erased alike",
    "seats": "the game belongs to the others too, without the name",
    "opened_tables": "as the game",
    "preferences": "a single row, deleted by itself",
    "simulations": "public, without the name",
    "curves": "public, without the name; gone 90 days after the last reader",
    "sanctions": "without their texts; they go a year after their end",
    "imposed_sanctions": "those of others",
    "audit_entries": "what moderators did stays for three years",
    "audit_entries_about": "what moderators did stays for three years, without reasons",
    "reports": "kept without texts until half a year after they were decided",
    "reports_about": "the copy goes a month after it was decided",
    "claimed_reports": "those of others",
    "closed_reports": "those of others",
    "decided_appeals": "those of others",
    "freed_names": "hashes that reserve a name for 30 days, without the player",
    "entrants": "the tournament belongs to the others too, without the name",
    "logentry_set": "what operators did stays, the names in it go",
    "rating_changes": "the ledger, without the name",
    "ratings": "follows from the ledger, without the name and on no board",
}
# Neither, because no row of the player leads to them.
HIDDEN = {
    "Act": "the public log of a tournament",
    "Answer": "deleted after a day",
    "Move": "the log of a game outlives its players",
    "Tournament": "who directs it is in its log",
    "Player_groups": "rights, not data",
    "Player_user_permissions": "rights, not data",
}


def test_every_model_that_knows_a_player_is_exported_and_erased_or_has_a_reason():
    known = [
        field
        for field in Player._meta.get_fields(include_hidden=True)
        if field.auto_created and not field.concrete
    ]
    hidden = {field.related_model.__name__ for field in known if field.hidden}
    named = {field.get_accessor_name() for field in known if not field.hidden}
    exported = {relation for relation, *_fields in EXPORTED.values()}
    assert named == exported | NOT_EXPORTED.keys()
    assert named == {*OWN} | NOT_ERASED.keys()
    assert hidden == HIDDEN.keys()
    assert not exported & NOT_EXPORTED.keys() and not {*OWN} & NOT_ERASED.keys()


@pytest.mark.django_db
def test_the_export_names_passkeys_without_their_secrets():
    alice, secret = person("Alice"), {"name": "Phone", "credential": {"secret": "xyzzy"}}
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data=secret)
    export = as_export(alice)
    (passkey,) = export["passkeys_and_codes"]
    assert (passkey["type"], passkey["name"]) == ("webauthn", "Phone") and passkey["created"]
    assert "xyzzy" not in json.dumps(export)
