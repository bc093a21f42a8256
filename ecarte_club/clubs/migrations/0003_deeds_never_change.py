"""The database itself refuses to change what was done, whoever asks."""

from django.db import migrations

REFUSAL = "the log of what was done is never changed"

SQLITE = f"""
CREATE TRIGGER clubs_deed_never_changed BEFORE UPDATE ON clubs_deed
BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
"""
POSTGRESQL = f"""
CREATE FUNCTION clubs_deed_never_changed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER clubs_deed_never_changed BEFORE UPDATE ON clubs_deed
FOR EACH ROW EXECUTE FUNCTION clubs_deed_never_changed();
"""
SQLITE_BACK = "DROP TRIGGER clubs_deed_never_changed"
POSTGRESQL_BACK = """
DROP TRIGGER clubs_deed_never_changed ON clubs_deed;
DROP FUNCTION clubs_deed_never_changed();
"""


def forwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(SQLITE if sqlite else POSTGRESQL)


def backwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(SQLITE_BACK if sqlite else POSTGRESQL_BACK)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_evenings_rules_and_deeds")]
    operations = [migrations.RunPython(forwards, backwards)]
