from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0080_one_screen"),
    ]

    operations = [
        migrations.AddField(
            model_name="pulse",
            name="settled",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("status__in", ("open", "running"))),
                fields=["id"],
                name="table_in_turn",
            ),
        ),
    ]
