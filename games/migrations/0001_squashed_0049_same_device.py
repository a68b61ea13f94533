"""All tables as they are now, for a new database.  Databases of earlier releases go through the
migrations that it replaces."""

import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import games.lab.runs.models
import games.relations.circles
import games.table.models
import games.tournaments.acts
import games.tournaments.scoring.record
from django.conf import settings
from django.db import migrations, models


# A row of a tournament's log is never changed, and goes only together with its whole tournament: a
# removal is looked at when the transaction ends.
KEEP_ACTS = """
CREATE FUNCTION games_act_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'An act is never changed or removed.'; END $$;
CREATE TRIGGER games_act_is_kept BEFORE UPDATE ON games_act
FOR EACH ROW EXECUTE FUNCTION games_act_is_kept();
CREATE FUNCTION games_act_goes_with_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM games_tournament WHERE id = OLD.tournament_id) THEN
        RAISE EXCEPTION 'An act is never changed or removed.';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER games_act_goes_with_all AFTER DELETE ON games_act
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION games_act_goes_with_all();
"""
FREE_ACTS = """
DROP TRIGGER games_act_goes_with_all ON games_act;
DROP FUNCTION games_act_goes_with_all();
DROP TRIGGER games_act_is_kept ON games_act;
DROP FUNCTION games_act_is_kept();
"""


def on_postgresql(statements):
    def run(apps, editor):
        if editor.connection.vendor == "postgresql":
            editor.execute(statements)

    return run


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_tables"), ("games", "0002_simulations"), ("games", "0003_sealed_moves"),
        ("games", "0004_history_of_a_game"), ("games", "0005_deal_of_the_day"),
        ("games", "0006_refused_lately"), ("games", "0007_requeue_stuck_runs"),
        ("games", "0008_tournaments"), ("games", "0009_time_limit"),
        ("games", "0010_paused_tables"), ("games", "0011_draws"), ("games", "0012_tempo"),
        ("games", "0013_arena"), ("games", "0014_final_places"), ("games", "0015_restated"),
        ("games", "0016_tokens"), ("games", "0017_given_back"), ("games", "0018_versions"),
        ("games", "0019_ratings"), ("games", "0020_owned_bots"), ("games", "0021_outside_bots"),
        ("games", "0022_answers"), ("games", "0023_archives"), ("games", "0024_relations"),
        ("games", "0025_invitations"), ("games", "0026_notices"),
        ("games", "0027_bots_of_one_owner"), ("games", "0028_notice_kinds"),
        ("games", "0029_sanctions"), ("games", "0030_chat"), ("games", "0031_wishes"),
        ("games", "0032_circles"), ("games", "0033_moderation"), ("games", "0035_operators_lists"),
        ("games", "0037_token_network"), ("games", "0038_farming"), ("games", "0039_void"),
        ("games", "0040_act_goes_with_its_tournament"), ("games", "0041_outages"),
        ("games", "0042_sealed_days"), ("games", "0043_audit_entries"),
        ("games", "0044_freed_names"), ("games", "0045_tournament_labels"),
        ("games", "0046_bounded_queries"), ("games", "0047_tournament_game"),
        ("games", "0048_rulings_of_tournaments"), ("games", "0049_same_device"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('name', models.CharField(max_length=30)),
                ('name_key', models.CharField(max_length=120, unique=True)),
                ('is_guest', models.BooleanField(default=False)),
                ('is_bot', models.BooleanField(default=False)),
                ('level', models.CharField(blank=True, max_length=12)),
                ('ban_reason', models.CharField(blank=True, max_length=200)),
                ('erased', models.BooleanField(default=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='owned_bots', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.table.models.new_code, max_length=8, unique=True)),
                ('game', models.CharField(max_length=16)),
                ('options', models.CharField(blank=True, max_length=300)),
                ('preset', models.CharField(blank=True, max_length=24)),
                ('players', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('open', 'Open'), ('running', 'Running'), ('finished', 'Finished'), ('aborted', 'Aborted')], default='open', max_length=8)),
                ('private', models.BooleanField(default=False)),
                ('outside_bots', models.BooleanField(default=False)),
                ('fast', models.BooleanField(default=False)),
                ('among_bots', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('chat', models.CharField(choices=[('text', 'Text and quick words'), ('quick', 'Quick words only'), ('off', 'No chat')], default='text', max_length=5)),
                ('guest_text', models.BooleanField(default=True)),
                ('arranged', models.BooleanField(default=False)),
                ('agree', models.BooleanField(default=True)),
                ('forfeit_after_s', models.PositiveIntegerField(null=True)),
                ('vacate_after_s', models.PositiveSmallIntegerField(null=True)),
                ('limit_ms', models.BigIntegerField(null=True)),
                ('substitute', models.BooleanField(default=True)),
                ('tempo', models.CharField(blank=True, max_length=8)),
                ('away_after_s', models.PositiveSmallIntegerField(default=60)),
                ('state', models.BinaryField(null=True)),
                ('rules_version', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('sealed', models.PositiveIntegerField(default=0)),
                ('started_ms', models.BigIntegerField(null=True)),
                ('lost_ms', models.BigIntegerField(default=0)),
                ('outage', models.PositiveIntegerField(default=0)),
                ('paused_ms', models.BigIntegerField(null=True)),
                ('moved_ms', models.BigIntegerField(default=0)),
                ('due_ms', models.BigIntegerField(null=True)),
                ('deal_ms', models.BigIntegerField(null=True)),
                ('lead_ms', models.PositiveSmallIntegerField(default=0)),
                ('refused_ms', models.BigIntegerField(default=0)),
                ('kept', models.JSONField(null=True)),
                ('offer', models.JSONField(null=True)),
                ('secret', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64)),
                ('deal', models.TextField(blank=True)),
                ('day', models.DateField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('end', models.CharField(blank=True, max_length=12)),
                ('result', models.CharField(default='*', max_length=24)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('score', models.IntegerField(null=True)),
                ('length', models.PositiveIntegerField(default=0)),
                ('size', models.CharField(blank=True, max_length=8)),
                ('wars', models.PositiveIntegerField(default=0)),
                ('counts', models.JSONField(default=list)),
                ('front', models.JSONField(default=list)),
                ('archived', models.BooleanField(default=False)),
                ('opened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='opened_tables', to=settings.AUTH_USER_MODEL)),
                ('rematch', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch_of', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.relations.circles.new_code, max_length=8, unique=True)),
                ('name', models.CharField(max_length=40)),
                ('key', models.CharField(default=games.relations.circles.new_key, max_length=22, unique=True)),
                ('chat', models.CharField(choices=[('text', 'Text and quick words'), ('quick', 'Quick words only'), ('off', 'No chat')], default='text', max_length=5)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='owned_circles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'circle',
                'verbose_name_plural': 'circles',
            },
        ),
        migrations.CreateModel(
            name='ListedWord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.CharField(max_length=40, verbose_name='word')),
                ('language', models.CharField(blank=True, max_length=8, verbose_name='language')),
                ('folded', models.CharField(editable=False, max_length=160, unique=True)),
            ],
            options={
                'verbose_name': 'listed word',
                'verbose_name_plural': 'listed words',
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('node', models.CharField(blank=True, max_length=8)),
                ('status', models.CharField(choices=[('planned', 'not begun'), ('open', 'playing'), ('played', 'played'), ('adjudicated', 'ended at the time limit'), ('walkover', 'walk-over'), ('noshow', 'nobody came'), ('ruled', 'decided by a director'), ('void', 'void'), ('lot', 'decided by lot'), ('annulled', 'annulled')], default='planned', max_length=11)),
                ('why', models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=24, unique=True)),
                ('generation', models.PositiveIntegerField(default=1)),
                ('until', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alive_ms', models.BigIntegerField(default=0)),
                ('outage', models.PositiveIntegerField(default=0)),
                ('since_ms', models.BigIntegerField(default=0)),
                ('until_ms', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('drawn', 'drawn, not published'), ('published', 'begins soon'), ('opening', 'tables are opening'), ('playing', 'playing'), ('complete', 'complete'), ('undone', 'undone')], default='drawn', max_length=9)),
                ('method', models.CharField(choices=[('dutch', 'the FIDE Dutch system'), ('cost', 'fewest repeated opponents'), ('fallback', 'fewest repeated opponents, because no legal draw was left'), ('manual', 'by hand, by a director'), ('berger', 'the Berger tables'), ('design', 'a plan made at the start'), ('bracket', 'the bracket'), ('arena', 'who was waiting')], max_length=8)),
                ('cost', models.JSONField(null=True)),
                ('pool', models.JSONField(null=True)),
                ('why', models.JSONField(default=dict)),
                ('begins_ms', models.BigIntegerField(null=True)),
                ('drawn_ms', models.BigIntegerField()),
                ('published_ms', models.BigIntegerField(null=True)),
                ('begun_ms', models.BigIntegerField(null=True)),
                ('ended_ms', models.BigIntegerField(null=True)),
                ('undone_by', models.PositiveIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SealedDay',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('secret', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('settings', models.JSONField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('over', 'Over')], default='waiting', max_length=8)),
                ('opened_ms', models.BigIntegerField(null=True)),
                ('restate_from', models.PositiveSmallIntegerField(null=True)),
                ('plan', models.JSONField(null=True)),
                ('ends_ms', models.BigIntegerField(null=True)),
                ('wave_ms', models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('chosen', models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField()),
                ('digest', models.CharField(max_length=64)),
                ('content', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Archive',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='archive', serialize=False, to='games.table')),
                ('moves', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(choices=[('warning', 'warned'), ('mute', 'muted'), ('pause', 'paused'), ('ban', 'banned'), ('rename', 'renamed'), ('lift', 'lifted a sanction'), ('uphold', 'upheld a sanction'), ('dismiss', 'closed a report without a sanction'), ('void', 'took a game out of the ratings'), ('abort', 'aborted a game'), ('read', 'read the chat of the seats'), ('seen', 'looked at a signal')], max_length=8, verbose_name='act')),
                ('subject', models.CharField(blank=True, max_length=40, verbose_name='subject')),
                ('why', models.CharField(blank=True, max_length=500, verbose_name='reason')),
                ('at', models.DateTimeField(db_index=True, verbose_name='at')),
                ('network', models.CharField(blank=True, max_length=32, verbose_name='network')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries_about', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'audit entry',
                'verbose_name_plural': 'audit entries',
                'db_table': 'games_deed',
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='circle',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to='games.circle'),
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('entered', 'entered'), ('waiting', 'on the waiting list'), ('left', 'left before the start'), ('dropped', 'did not check in'), ('playing', 'playing'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified')], default='entered', max_length=12)),
                ('entropy', models.CharField(blank=True, max_length=32)),
                ('entered_ms', models.BigIntegerField()),
                ('arrived', models.BooleanField(default=False)),
                ('starter', models.BooleanField(default=False)),
                ('rating', models.FloatField(null=True)),
                ('place', models.PositiveIntegerField(null=True)),
                ('away', models.BooleanField(default=False)),
                ('misses', models.JSONField(default=dict)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('followed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='FreedName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('freed_at', models.DateTimeField(db_index=True)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='freed_names', to=settings.AUTH_USER_MODEL)),
            ],
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
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
            },
        ),
        migrations.CreateModel(
            name='LastLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('seats', 'Players'), ('watchers', 'Spectators')], max_length=8)),
                ('said_ms', models.BigIntegerField(default=0)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('seats', 'Players'), ('watchers', 'Spectators')], max_length=8)),
                ('said_ms', models.BigIntegerField(db_index=True)),
                ('version', models.PositiveIntegerField()),
                ('text', models.CharField(blank=True, max_length=200)),
                ('quick', models.CharField(blank=True, max_length=16)),
                ('command', models.UUIDField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_helper', models.BooleanField(default=False)),
                ('label', models.CharField(blank=True, max_length=20)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('circle', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='games.circle')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(default=0)),
                ('act', models.CharField(max_length=16)),
                ('args', models.JSONField(default=dict)),
                ('at_ms', models.BigIntegerField(default=0)),
                ('command', models.UUIDField(null=True)),
                ('refused', models.CharField(blank=True, max_length=24)),
                ('sealed', models.BooleanField(default=False)),
                ('events', models.JSONField(default=list)),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.table')),
            ],
            options={
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('subject', models.CharField(max_length=40)),
                ('args', models.JSONField(default=dict)),
                ('count', models.PositiveIntegerField(default=1)),
                ('made', models.DateTimeField(db_index=True)),
                ('seen', models.DateTimeField(null=True)),
                ('mail_due', models.DateTimeField(null=True)),
                ('mail_tries', models.PositiveSmallIntegerField(default=0)),
                ('mailed', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
                ('games', models.PositiveIntegerField(default=0)),
                ('opponents', models.JSONField(default=list)),
                ('at', models.DateTimeField(null=True)),
                ('best', models.FloatField(null=True)),
                ('sure', models.FloatField()),
                ('listed_until', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='games.pool')),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
                ('note', models.CharField(blank=True, choices=[('', 'counted'), ('together', 'not counted: too many games together today'), ('siblings', 'not counted: two bots of the same owner'), ('idle', 'not counted: somebody did nothing'), ('void', 'not counted: declared void')], default='', max_length=8)),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='games.pool')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='games.table')),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(choices=[('played', 'played'), ('half', 'missed, announced'), ('late', 'entered later'), ('absent', 'absent'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified'), ('noshow', 'did not come'), ('bye', 'bye'), ('full', 'full points from a director'), ('walkover', 'walk-over'), ('void', 'void'), ('free', 'free round'), ('annulled', 'annulled')], default=games.tournaments.scoring.record.Kind['PLAYED'], max_length=12)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('points', models.CharField(blank=True, max_length=12)),
                ('node', models.CharField(blank=True, max_length=8)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.entrant')),
                ('pairing', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.pairing')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.round')),
            ],
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='games.round'),
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('mute', 'Mute'), ('pause', 'Pause from rated games and matching'), ('ban', 'Ban'), ('rename', 'New name')], max_length=8, verbose_name='kind')),
                ('rule', models.CharField(choices=[('threat', 'Threats or child safety'), ('abuse', 'Insults or harassment'), ('spam', 'Spam or advertising'), ('cheating', 'Cheating'), ('name', 'Offensive or misleading name'), ('illegal', 'Illegal content'), ('other', 'Something else')], max_length=8, verbose_name='rule')),
                ('words', models.CharField(blank=True, max_length=500, verbose_name='words')),
                ('quote', models.CharField(blank=True, max_length=500, verbose_name='quote')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('lifted', models.DateTimeField(null=True, verbose_name='lifted')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='imposed_sanctions', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('threat', 'Threats or child safety'), ('abuse', 'Insults or harassment'), ('spam', 'Spam or advertising'), ('cheating', 'Cheating'), ('name', 'Offensive or misleading name'), ('illegal', 'Illegal content'), ('other', 'Something else')], max_length=8, verbose_name='kind')),
                ('text', models.TextField(blank=True, verbose_name='text')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email')),
                ('network', models.CharField(blank=True, max_length=32)),
                ('subject', models.CharField(db_index=True, max_length=40, verbose_name='subject')),
                ('table_code', models.CharField(blank=True, max_length=8, verbose_name='table')),
                ('address', models.CharField(blank=True, max_length=300, verbose_name='address')),
                ('evidence', models.JSONField(default=dict, verbose_name='evidence')),
                ('made', models.DateTimeField(verbose_name='made')),
                ('claimed_until', models.DateTimeField(null=True)),
                ('closed', models.DateTimeField(null=True, verbose_name='closed')),
                ('outcome', models.CharField(blank=True, choices=[('acted', 'Action was taken'), ('nothing', 'No breach of the rules was found')], max_length=7, verbose_name='outcome')),
                ('claimed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claimed_reports', to=settings.AUTH_USER_MODEL)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='closed_reports', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_about', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
                ('sanction', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.sanction', verbose_name='sanction')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'permissions': [('moderate', 'Can moderate')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000, verbose_name='text')),
                ('made', models.DateTimeField(verbose_name='made')),
                ('decided', models.DateTimeField(null=True, verbose_name='decided')),
                ('granted', models.BooleanField(null=True, verbose_name='granted')),
                ('answer', models.CharField(blank=True, max_length=500, verbose_name='answer')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decided_appeals', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='games.sanction', verbose_name='sanction')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('ready', models.BooleanField(default=False)),
                ('entropy', models.BinaryField(default=b'', max_length=16)),
                ('bot', models.BooleanField(default=False)),
                ('substitute', models.BooleanField(default=False)),
                ('away_ms', models.BigIntegerField(null=True)),
                ('offered_ms', models.BigIntegerField(default=0)),
                ('rtt_ms', models.PositiveSmallIntegerField(default=0)),
                ('place', models.PositiveSmallIntegerField(null=True)),
                ('won', models.BooleanField(default=False)),
                ('ended_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='SeatNetwork',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('network', models.CharField(max_length=32)),
                ('at', models.DateTimeField(db_index=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_networks', to=settings.AUTH_USER_MODEL)),
                ('same_device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats_on_same_device', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='networks', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Signal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('partner', 'Mostly with the same partner'), ('network', 'Often from one network'), ('device', 'On one device'), ('traded', 'Won in turn'), ('resigns', 'Resigns early')], max_length=7)),
                ('times', models.PositiveIntegerField()),
                ('of', models.PositiveIntegerField()),
                ('found', models.DateTimeField(db_index=True)),
                ('seen', models.DateTimeField(null=True)),
                ('partner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='signals_beside', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signals', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Simulation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.table.models.new_code, max_length=8, unique=True)),
                ('game', models.CharField(max_length=16)),
                ('options', models.CharField(blank=True, max_length=300)),
                ('policies', models.JSONField()),
                ('plain', models.BooleanField(default=True)),
                ('games', models.BigIntegerField()),
                ('seed', models.BigIntegerField()),
                ('rules_version', models.PositiveIntegerField()),
                ('chunk_size', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('failed', 'Failed')], default='running', max_length=9)),
                ('problem', models.CharField(blank=True, max_length=200)),
                ('lanes', models.JSONField(default=games.lab.runs.models.lane_starts)),
                ('games_done', models.BigIntegerField(default=0)),
                ('busy_ms', models.BigIntegerField(default=0)),
                ('moved_ms', models.BigIntegerField(default=0)),
                ('sums', models.BinaryField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('started_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='simulations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seeds', to='games.entrant')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='field', to='games.stage')),
            ],
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.stage'),
        ),
        migrations.CreateModel(
            name='Contender',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('in_a_row', models.PositiveIntegerField(default=0)),
                ('games', models.PositiveIntegerField(default=0)),
                ('free_ms', models.BigIntegerField(default=0, null=True)),
                ('waiting_ms', models.BigIntegerField(null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contenders', to='games.entrant')),
                ('last', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.pairing')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contenders', to='games.stage')),
            ],
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after', models.PositiveSmallIntegerField()),
                ('rows', models.JSONField()),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='games.stage')),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('prefix', models.CharField(max_length=16)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(null=True)),
                ('used_at', models.DateTimeField(null=True)),
                ('used_from', models.CharField(blank=True, max_length=32)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.table.models.new_code, max_length=8, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('description', models.TextField(blank=True, max_length=2000)),
                ('terms', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('announced', 'Announced'), ('open', 'Entries open'), ('checkin', 'Check-in'), ('running', 'Running'), ('paused', 'Paused'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default=games.tournaments.acts.State['DRAFT'], max_length=9)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('last_hash', models.CharField(max_length=64)),
                ('secret', models.BinaryField(default=b'', max_length=32)),
                ('commitment', models.CharField(blank=True, max_length=64)),
                ('key', models.BinaryField(default=b'', max_length=32)),
                ('created_ms', models.BigIntegerField()),
                ('state_ms', models.BigIntegerField()),
                ('started_ms', models.BigIntegerField(null=True)),
                ('ended_ms', models.BigIntegerField(null=True)),
                ('due_ms', models.BigIntegerField(null=True)),
                ('given_ms', models.BigIntegerField(default=0)),
                ('question', models.CharField(blank=True, max_length=16)),
                ('pending_draw', models.JSONField(null=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'permissions': [('direct_tournament', 'Can direct tournaments')],
            },
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='games.tournament'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='games.tournament'),
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at_ms', models.BigIntegerField()),
                ('role', models.CharField(choices=[('director', 'director'), ('entrant', 'entrant'), ('system', 'system')], max_length=8)),
                ('act', models.CharField(max_length=12)),
                ('args', models.JSONField(default=dict)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('hash', models.CharField(max_length=64)),
                ('player', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='games.tournament')),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='TournamentGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('void', models.BooleanField(default=False)),
                ('void_by', models.PositiveIntegerField(null=True)),
                ('opened_ms', models.BigIntegerField()),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.pairing')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='tournament_game', to='games.table')),
            ],
            options={
                'db_table': 'games_game',
            },
        ),
        migrations.CreateModel(
            name='Void',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('done', models.BooleanField(default=False)),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='void', to='games.pool')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='void', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kinds', models.JSONField()),
                ('rated', models.BooleanField(default=False)),
                ('bots_after_s', models.PositiveSmallIntegerField(null=True)),
                ('outside_bots', models.BooleanField(default=False)),
                ('made_ms', models.BigIntegerField()),
                ('confirmed_ms', models.BigIntegerField()),
                ('tab', models.CharField(blank=True, max_length=36)),
                ('end', models.CharField(blank=True, choices=[('matched', 'Players were found.'), ('cancelled', 'You stopped looking.'), ('unconfirmed', 'You did not say that you were still there.'), ('away', 'You were no longer here.'), ('playing', 'A game with other people has begun for you.'), ('paused', 'You cannot be matched at the moment.'), ('signed_out', 'You signed out.')], max_length=11)),
                ('ended_ms', models.BigIntegerField(db_index=True, null=True)),
                ('met', models.JSONField(default=dict)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.table')),
            ],
            options={
                'verbose_name': 'wish',
                'verbose_name_plural': 'wishes',
            },
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['date_joined'], name='guest_since'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_bot', False), ('is_guest', False)), fields=['date_joined'], name='person_since'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_bot', True)), fields=['level', 'id'], name='bot_by_level'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.UniqueConstraint(fields=('player', 'key'), name='one_answer_a_key'),
        ),
        migrations.AddConstraint(
            model_name='block',
            constraint=models.UniqueConstraint(fields=('player', 'blocked'), name='one_block_a_pair'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('day__isnull', False)), fields=['day', 'result', '-score'], name='table_of_a_day'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('archived', False), ('ended_at__isnull', False)), fields=['ended_at'], name='table_to_archive'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('circle__isnull', False)), fields=['circle', '-id'], name='table_of_a_circle'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('due_ms__isnull', False)), fields=['due_ms'], name='table_due'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('arranged', False), ('opened_by__isnull', True)), fields=['game', 'id'], name='show_of_a_game'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('arranged', False), ('opened_by__isnull', True)), fields=['ended_at'], name='show_ended'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('deal', ''), ('status', 'aborted')), fields=['ended_at'], name='table_never_played'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('status__in', ['open', 'running'])), fields=['status', 'private', '-id'], name='table_now'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['-ended_at', '-id', 'game', 'preset', 'end', 'size', 'length', 'result', 'status', 'private', 'among_bots'], name='history_all'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['game', '-ended_at', '-id', 'preset', 'end', 'size', 'length', 'result', 'status', 'private', 'among_bots'], name='history_game'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['preset', '-ended_at', '-id', 'game', 'end', 'size', 'length', 'result', 'status', 'private', 'among_bots'], name='history_preset'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['end', '-ended_at', '-id', 'game', 'preset', 'size', 'length', 'result', 'status', 'private', 'among_bots'], name='history_end'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['size', '-ended_at', '-id', 'game', 'preset', 'end', 'length', 'result', 'status', 'private', 'among_bots'], name='history_size'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('result__startswith', '='), ('status', 'finished')), fields=['-ended_at', '-id', 'game', 'preset', 'end', 'size', 'length', 'result', 'status', 'private', 'among_bots'], name='history_shared'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.UniqueConstraint(fields=('player', 'followed'), name='one_follow_a_pair'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(models.F('inviter'), models.OrderBy(models.F('made_ms'), descending=True), name='invitation_sent'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(models.F('player'), models.OrderBy(models.F('made_ms'), descending=True), name='invitation_received'),
        ),
        migrations.AddConstraint(
            model_name='lastline',
            constraint=models.UniqueConstraint(fields=('table', 'room'), name='one_last_line_a_room'),
        ),
        migrations.AddIndex(
            model_name='line',
            index=models.Index(models.F('player'), models.OrderBy(models.F('said_ms'), descending=True), name='lines_of_player'),
        ),
        migrations.AddConstraint(
            model_name='line',
            constraint=models.UniqueConstraint(fields=('table', 'room', 'said_ms'), name='one_line_a_number'),
        ),
        migrations.AddConstraint(
            model_name='line',
            constraint=models.UniqueConstraint(fields=('table', 'command'), name='one_line_a_command'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('circle', 'player'), name='one_membership'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_move_a_number'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(condition=models.Q(('command__isnull', False)), fields=('table', 'command'), name='one_move_a_command'),
        ),
        migrations.AddConstraint(
            model_name='mute',
            constraint=models.UniqueConstraint(fields=('player', 'muted'), name='one_mute_a_pair'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['player', '-made', '-id'], name='notices_of_player'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('mail_due__isnull', False)), fields=['mail_due'], name='notice_mail'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('seen', None)), fields=('player', 'kind', 'subject'), name='one_unseen_notice'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('listed_until__isnull', False)), fields=['pool', '-sure', 'player'], name='rating_board'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('pool', 'player'), name='one_rating_a_pool'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('pool', 'generation', 'number'), name='one_change_a_number'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('pool', 'generation', 'table', 'seat'), name='one_change_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('round', 'entrant'), name='one_place_a_round'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(condition=models.Q(('pairing__isnull', False)), fields=('pairing', 'seat'), name='one_entrant_a_seat'),
        ),
        migrations.AddIndex(
            model_name='pairing',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['round'], name='pairing_open'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_pairing_a_number'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(condition=models.Q(('node', ''), _negated=True), fields=('round', 'node'), name='one_pairing_a_node'),
        ),
        migrations.AddIndex(
            model_name='sanction',
            index=models.Index(fields=['until'], name='sanction_until'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed', None)), fields=['made'], name='open_reports'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['reporter', 'made'], name='reports_of_player'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['network', 'made'], name='reports_of_network'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(models.F('player'), models.OrderBy(models.F('ended_at'), descending=True), models.OrderBy(models.F('table'), descending=True), name='seat_history'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_player_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='one_seat_a_player'),
        ),
        migrations.AddConstraint(
            model_name='seatnetwork',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='one_network_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='signal',
            constraint=models.UniqueConstraint(fields=('kind', 'player', 'partner'), name='one_signal_a_pair'),
        ),
        migrations.AddIndex(
            model_name='simulation',
            index=models.Index(fields=['game', 'options', '-games'], name='run_of_rules'),
        ),
        migrations.AddIndex(
            model_name='simulation',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['moved_ms'], name='run_under_way'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('games__gt', 0), ('games_done__lte', models.F('games'))), name='run_counts'),
        ),
        migrations.AddConstraint(
            model_name='seed',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='one_entrant_a_seed'),
        ),
        migrations.AddConstraint(
            model_name='seed',
            constraint=models.UniqueConstraint(fields=('stage', 'entrant'), name='one_seed_an_entrant'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'undone'), _negated=True), fields=('stage', 'number'), name='one_draw_a_round'),
        ),
        migrations.AddConstraint(
            model_name='contender',
            constraint=models.UniqueConstraint(fields=('stage', 'entrant'), name='one_contender_an_entrant'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('stage', 'after'), name='one_standing_a_round'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('due_ms__isnull', False)), fields=['due_ms'], name='tournament_due'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['state', '-id'], name='tournament_state'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_stage_a_number'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_entrant_a_number'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='one_entry_a_player'),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_act_a_number'),
        ),
        migrations.AddConstraint(
            model_name='tournamentgame',
            constraint=models.UniqueConstraint(fields=('pairing', 'number'), name='one_game_a_number'),
        ),
        migrations.AddIndex(
            model_name='void',
            index=models.Index(condition=models.Q(('done', False)), fields=['pool'], name='void_to_do'),
        ),
        migrations.AddIndex(
            model_name='wish',
            index=models.Index(condition=models.Q(('end', '')), fields=['id'], name='wish_standing'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('player',), name='one_wish_a_player'),
        ),
        migrations.RunPython(on_postgresql(KEEP_ACTS), on_postgresql(FREE_ACTS)),
    ]
