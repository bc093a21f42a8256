from django.db import migrations, models


def count(apps, schema_editor):
    """Matches that were over before rubbers were counted: each was one."""
    over = apps.get_model("games", "Match").objects.filter(format="rubber", over=True)
    for seat in ("a", "b"):
        over.filter(winner=seat).update(**{f"rubbers_{seat}": 1})


class Migration(migrations.Migration):
    dependencies = [("games", "0001_squashed_0006_drawn")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="rubbers",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="rubbers"),
        ),
        migrations.AddField(
            model_name="match",
            name="rubbers",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="rubbers"),
        ),
        migrations.AddField(
            model_name="match",
            name="rubbers_a",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="rubbers_b",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
