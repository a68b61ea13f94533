import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0024_relations'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='kept',
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'Waiting for an answer'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='waiting', max_length=9)),
                ('reason', models.CharField(blank=True, choices=[('later', 'Maybe later.'), ('busy', 'I am busy.'), ('other', 'Another game, please.'), ('no', 'No, thank you.')], max_length=5)),
                ('made_ms', models.BigIntegerField(db_index=True)),
                ('answered_ms', models.BigIntegerField(null=True)),
                ('inviter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sent_invitations', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.table')),
            ],
            options={
                'indexes': [models.Index(models.F('inviter'), models.OrderBy(models.F('made_ms'), descending=True), name='invitation_sent'), models.Index(models.F('player'), models.OrderBy(models.F('made_ms'), descending=True), name='invitation_received')],
            },
        ),
    ]
