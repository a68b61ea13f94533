from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0092_bounded_tasks")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="by_hand",
            field=models.CharField(blank=True, db_default="", default="", max_length=160),
        ),
    ]
