"""Names are sorted by a key that each row keeps, made here for those that are there."""

from django.db import migrations, models

from ecarte_club.wire.collation import SortKeyField, sort_key


def fill(apps, schema_editor):
    for name in ("Club", "Evening", "HouseRules", "Player", "User"):
        model = apps.get_model("clubs", name)
        rows = []
        for row in model.objects.order_by().iterator(chunk_size=500):
            row.sort_name = sort_key(row.name)
            rows.append(row)
        model.objects.bulk_update(rows, ["sort_name"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_deeds_by_day'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='attendance',
            options={'ordering': ['player__sort_name', 'pk']},
        ),
        migrations.AlterModelOptions(
            name='club',
            options={'ordering': ['sort_name', 'pk']},
        ),
        migrations.AlterModelOptions(
            name='houserules',
            options={'ordering': ['sort_name', 'pk']},
        ),
        migrations.AlterModelOptions(
            name='player',
            options={'ordering': ['sort_name', 'pk']},
        ),
        migrations.AddField(
            model_name='club',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.AddField(
            model_name='evening',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.AddField(
            model_name='houserules',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.AddField(
            model_name='player',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.AddField(
            model_name='user',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['club', 'sort_name', 'id'], name='player_in_order'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
