from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0035_operators_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='token',
            name='used_from',
            field=models.CharField(blank=True, default='', max_length=32),
            preserve_default=False,
        ),
    ]
