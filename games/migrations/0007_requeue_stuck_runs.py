"""The schedule "nurse" is called "requeue" now; beat would call its old task for ever."""

from django.db import migrations


def forget(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name="nurse").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_refused_lately"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
