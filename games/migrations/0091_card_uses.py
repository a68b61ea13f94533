from django.db import migrations, models


def keep_cards(apps, schema_editor) -> None:
    """Printed cards stay valid: they followed from the password of the guest.  The card of a guest
    who has signed in, for which there is no other way, has been used."""
    entrants = apps.get_model("games", "Entrant").objects.filter(card=True, player__is_guest=True)
    for entrant in entrants.select_related("player").iterator():
        entrant.card_seed = entrant.player.password
        if signed_in := entrant.player.last_login:
            entrant.card_used_ms = int(signed_in.timestamp() * 1000)
        entrant.save(update_fields=["card_seed", "card_used_ms"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0090_typed_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="card_seed",
            field=models.CharField(blank=True, db_default="", default="", max_length=128),
        ),
        migrations.AddField(
            model_name="entrant",
            name="card_used_ms",
            field=models.BigIntegerField(null=True),
        ),
        migrations.RunPython(keep_cards, migrations.RunPython.noop),
    ]
