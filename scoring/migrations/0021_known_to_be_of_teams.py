from typing import Any

from django.db import migrations


def forwards(apps: Any, _schema: Any) -> None:
    """Seasons of teams that were opened before their event said so."""
    seasons = apps.get_model("scoring", "Season").objects.filter(boards__gt=0)
    events = apps.get_model("games", "Event").objects
    events.filter(pk__in=seasons.values("pk")).update(of_teams=True)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0020_rubbers"),
        ("games", "0009_of_teams"),
    ]

    operations = [
        migrations.RunPython(forwards, migrations.RunPython.noop),
    ]
