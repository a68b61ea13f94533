"""Emblems of players; bots of the site get theirs, and names instead of numbers."""

from django.db import migrations, models

from games.accounts.bots import called
from games.accounts.emblems import of_bot
from games.accounts.names import fold


def name_bots(apps, schema_editor):
    Player = apps.get_model("games", "Player")
    for bot in Player.objects.filter(is_bot=True, owner=None).exclude(level=""):
        number = bot.username.rpartition(":")[2]
        if not number.isdecimal():
            continue
        bot.emblem = of_bot(bot.level, int(number))
        level = bot.name.removesuffix(f" {number}")
        name = called(level, int(number))
        if bot.name != level and not Player.objects.filter(name_key=fold(name)).exists():
            bot.name, bot.name_key = name, fold(name)
        bot.save(update_fields=["emblem", "name", "name_key"])


class Migration(migrations.Migration):
    dependencies = [("games", "0049_same_device")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="emblem",
            field=models.CharField(blank=True, db_default="", default="", max_length=8),
        ),
        migrations.RunPython(name_bots, migrations.RunPython.noop),
    ]
