from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0093_seats_in_order")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="by_hand",
            field=models.CharField(blank=True, db_default="", default="", max_length=160),
        ),
    ]
