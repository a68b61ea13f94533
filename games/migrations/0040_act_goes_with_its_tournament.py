"""An act may be removed in one case: together with its whole tournament."""

from django.db import migrations

# A removal is looked at when the transaction ends: by then the tournament must be gone as well.
LOOSEN = """
DROP TRIGGER games_act_is_kept ON games_act;
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
TIGHTEN = """
DROP TRIGGER games_act_goes_with_all ON games_act;
DROP FUNCTION games_act_goes_with_all();
DROP TRIGGER games_act_is_kept ON games_act;
CREATE TRIGGER games_act_is_kept BEFORE UPDATE OR DELETE ON games_act
FOR EACH ROW EXECUTE FUNCTION games_act_is_kept();
"""


def on_postgresql(statements):
    def run(apps, editor):
        if editor.connection.vendor == "postgresql":
            editor.execute(statements)

    return run


class Migration(migrations.Migration):
    dependencies = [("games", "0039_void")]

    operations = [migrations.RunPython(on_postgresql(LOOSEN), on_postgresql(TIGHTEN))]
