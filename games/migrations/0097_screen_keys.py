from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0096_rule_sets"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="screen_keys",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
