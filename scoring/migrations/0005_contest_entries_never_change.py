"""The database itself refuses to change or delete what was entered in a contest."""

from django.db import migrations

ACTS = {"changed": "UPDATE", "deleted": "DELETE"}
TABLE = "scoring_contestentry"


def _sqlite(done, act):
    return f"""
    CREATE TRIGGER {TABLE}_never_{done} BEFORE {act} ON {TABLE}
    BEGIN SELECT RAISE(ABORT, 'entries are never {done}: a correction is a new entry'); END
    """


def _postgresql(done, act):
    return f"""
    CREATE FUNCTION {TABLE}_never_{done}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'entries are never {done}: a correction is a new entry'
    USING ERRCODE = 'integrity_constraint_violation'; END $$;
    CREATE TRIGGER {TABLE}_never_{done} BEFORE {act} ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION {TABLE}_never_{done}();
    """


def forwards(apps, schema_editor):
    made = _sqlite if schema_editor.connection.vendor == "sqlite" else _postgresql
    for done, act in ACTS.items():
        schema_editor.execute(made(done, act))


def backwards(apps, schema_editor):
    for done in ACTS:
        name = f"{TABLE}_never_{done}"
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER {name}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {TABLE}; DROP FUNCTION {name}();")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_contests")]
    operations = [migrations.RunPython(forwards, backwards)]
