"""Matches keep their kings, voles and hands too: counted here for those entered before."""

from django.db import migrations

from games.engine import plain
from games.engine.codes import CODES
from games.engine.match import replay
from games.engine.seats import Seat
from games.engine.tally import tally
from games.engine.terms import Format, FormatKind, Terms


def count(apps, schema_editor):
    match_model, entry_model = apps.get_model("games", "Match"), apps.get_model("games", "Entry")
    for match in match_model.objects.filter(version__gt=0).iterator(chunk_size=500):
        entries = list(entry_model.objects.filter(match=match).order_by("number"))
        superseded = {entry.supersedes_id for entry in entries}
        standing = [e for e in entries if e.pk not in superseded and e.kind != "void"]
        standing.sort(key=lambda entry: entry.place)
        form = Format(FormatKind(match.format), match.games)
        terms = Terms(CODES[match.code], form, match.game_values, match.rubber_bonus)
        first = Seat(match.first_dealer) if match.first_dealer else None
        state = replay(terms, first, [plain.load(entry.data) for entry in standing])
        a, b = tally(state, Seat.A), tally(state, Seat.B)
        match.hands = a.hands
        match.kings_a, match.kings_b, match.voles_a, match.voles_b = (
            a.kings,
            b.kings,
            a.voles,
            b.voles,
        )
        match.save(update_fields=["hands", "kings_a", "kings_b", "voles_a", "voles_b"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_evenings")]
    operations = [migrations.RunPython(count, migrations.RunPython.noop)]
