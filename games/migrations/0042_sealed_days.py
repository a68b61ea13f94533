from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0041_outages")]

    operations = [
        migrations.CreateModel(
            name="SealedDay",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("secret", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(max_length=64)),
            ],
        ),
    ]
