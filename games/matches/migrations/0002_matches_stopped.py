from django.db import migrations, models

from ecarte_club.core.append_only import append_only

UNCHANGEABLE = append_only(
    "matches_entry",
    [("changed", "entries are never changed: a correction is a new entry")],
)
# Without them while the table of the entries is altered, which SQLite does by copying it.
ALTERABLE = migrations.RunPython(UNCHANGEABLE.reverse_code, UNCHANGEABLE.code)


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="stopped",
            field=models.CharField(
                blank=True,
                choices=[("abandoned", "Abandoned"), ("adjourned", "To be continued")],
                default="",
                max_length=9,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("stopped", ""),
                    models.Q(
                        ("annulled_at", None),
                        ("over", False),
                        ("stopped__in", ["abandoned", "adjourned"]),
                    ),
                    _connector="OR",
                ),
                name="match_stopped",
            ),
        ),
        ALTERABLE,
        migrations.RemoveConstraint(model_name="entry", name="entry_kind"),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("hand", "hand"),
                    ("game", "game"),
                    ("rubber", "rubber"),
                    ("void", "undone"),
                    ("annulled", "match annulled"),
                    ("abandoned", "match abandoned"),
                    ("adjourned", "match adjourned"),
                ],
                max_length=9,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["hand", "game", "rubber", "void", "annulled", "abandoned", "adjourned"],
                    )
                ),
                name="entry_kind",
            ),
        ),
        UNCHANGEABLE,
    ]
