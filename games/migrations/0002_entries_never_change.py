"""The database itself refuses to change an entry, whoever asks."""

from django.db import migrations

REFUSAL = "entries are never changed: a correction is a new entry"

SQLITE = f"""
CREATE TRIGGER games_entry_never_changed BEFORE UPDATE ON games_entry
BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
"""
POSTGRESQL = f"""
CREATE FUNCTION games_entry_never_changed() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER games_entry_never_changed BEFORE UPDATE ON games_entry
FOR EACH ROW EXECUTE FUNCTION games_entry_never_changed();
"""
SQLITE_BACK = "DROP TRIGGER games_entry_never_changed"
POSTGRESQL_BACK = """
DROP TRIGGER games_entry_never_changed ON games_entry;
DROP FUNCTION games_entry_never_changed();
"""


def forwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(SQLITE if sqlite else POSTGRESQL)


def backwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(SQLITE_BACK if sqlite else POSTGRESQL_BACK)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
