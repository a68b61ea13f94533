"""`Deed` is called `AuditEntry`.  The table keeps its name, so that processes of the release before
go on while the database is migrated."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0042_sealed_days")]

    operations = [
        migrations.AlterModelTable("deed", "games_deed"),
        migrations.RenameModel("Deed", "AuditEntry"),
        migrations.AlterModelOptions(
            "auditentry",
            {"verbose_name": "audit entry", "verbose_name_plural": "audit entries"},
        ),
        migrations.AlterField(
            "auditentry",
            "by",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="audit_entries",
                to=settings.AUTH_USER_MODEL,
                verbose_name="by",
            ),
        ),
        migrations.AlterField(
            "auditentry",
            "player",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="audit_entries_about",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
    ]
