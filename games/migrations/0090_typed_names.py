"""Names as they were typed, and two accounts with one login told apart."""

from collections import defaultdict

from django.db import migrations
from django.db.models import Q

# The vowel AM of Thai and Lao, which was stored in two parts.
TORN = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}


def join_vowels(apps, schema_editor):
    torn = Q()
    for parts in TORN:
        torn |= Q(name__contains=parts) | Q(username__contains=parts)
    for player in apps.get_model("games", "Player").objects.filter(torn):
        for parts, vowel in TORN.items():
            player.name = player.name.replace(parts, vowel)
            player.username = player.username.replace(parts, vowel)
        player.save(update_fields=["name", "username"])


def tell_logins_apart(apps, schema_editor):
    """Logins stayed when people took other names, so two could differ in case alone, and neither
    opened an account.  Whoever has another name by now signs in with that."""
    people = apps.get_model("games", "Player").objects.filter(
        is_guest=False, is_bot=False, erased=False
    )
    by_login = defaultdict(list)
    for pk, login in people.values_list("pk", "username").iterator():
        by_login[login.lower()].append(pk)
    for numbers in by_login.values():
        for player in people.filter(pk__in=numbers) if len(numbers) > 1 else ():
            if not people.filter(username=player.name).exists():
                player.username = player.name
                player.save(update_fields=["username"])


class Migration(migrations.Migration):
    dependencies = [("games", "0081_many_tables")]

    operations = [
        migrations.RunPython(join_vowels, migrations.RunPython.noop),
        migrations.RunPython(tell_logins_apart, migrations.RunPython.noop),
    ]
