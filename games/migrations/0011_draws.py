from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models


def with_kinds(apps: Apps, _: Any) -> None:
    """[2, 3] -> {"2": "half", "3": "half"}"""
    for entrant in apps.get_model("games", "Entrant").objects.exclude(misses=[]):
        entrant.misses = {str(number): "half" for number in entrant.misses}
        entrant.save(update_fields=["misses"])
    apps.get_model("games", "Entrant").objects.filter(misses=[]).update(misses={})


def without_kinds(apps: Apps, _: Any) -> None:
    for entrant in apps.get_model("games", "Entrant").objects.all():
        entrant.misses = sorted(map(int, entrant.misses))
        entrant.save(update_fields=["misses"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_paused_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="pending_draw",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="why",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="entrant",
            name="misses",
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(with_kinds, without_kinds),
    ]
