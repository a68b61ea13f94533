"""`Game` is called `TournamentGame`: a game of the catalogue is something else.  The table keeps its
name, so that processes of the release before go on while the database is migrated."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0046_bounded_queries")]

    operations = [
        migrations.AlterModelTable("game", "games_game"),
        migrations.RenameModel("Game", "TournamentGame"),
    ]
