from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0076_branches"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="one_screen",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
