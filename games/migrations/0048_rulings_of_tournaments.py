"""Which act called a game of a tournament off (of those before nobody knows), and players instead
of names in lists of those who are invited."""

from typing import Any

from django.db import migrations, models

from games.accounts.names import fold


def list_players(apps: Any, _schema_editor: Any) -> None:
    players = apps.get_model("games", "Player").objects
    for tournament in apps.get_model("games", "Tournament").objects.iterator():
        names = [fold(str(name)) for name in tournament.terms.get("invited", ())]
        if names:
            known = players.filter(name_key__in=names).order_by("pk")
            invited = list(known.values_list("pk", flat=True))
            # An empty list would let everybody in.
            tournament.terms["invited"] = invited or [tournament.created_by_id]
            tournament.save(update_fields=["terms"])


class Migration(migrations.Migration):
    dependencies = [("games", "0047_tournament_game")]

    operations = [
        migrations.AddField("TournamentGame", "void_by", models.PositiveIntegerField(null=True)),
        migrations.RunPython(list_players, migrations.RunPython.noop),
    ]
