"""Leagues keep the key of their names too."""

from django.db import migrations

from ecarte_club.wire.collation import SortKeyField, sort_key


def fill(apps, schema_editor):
    model = apps.get_model("scoring", "League")
    rows = list(model.objects.order_by())
    for row in rows:
        row.sort_name = sort_key(row.name)
    model.objects.bulk_update(rows, ["sort_name"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0001_initial'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='league',
            options={'ordering': ['sort_name', 'pk']},
        ),
        migrations.AddField(
            model_name='league',
            name='sort_name',
            field=SortKeyField(of='name'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
