import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


TABLES = ("core_idempotencyrecord", "core_outgoing")
SETTINGS = ("autovacuum_vacuum_scale_factor", "autovacuum_analyze_scale_factor")


def often(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As rows are deleted every hour, their space is used again after 2 % of them, not after 20 %."""
    if editor.connection.vendor == "postgresql":
        values = ", ".join(f"{name} = 0.02" for name in SETTINGS)
        for table in TABLES:
            editor.execute(f"ALTER TABLE {table} SET ({values})")


def as_usual(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table in TABLES:
            editor.execute(f"ALTER TABLE {table} RESET ({', '.join(SETTINGS)})")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='IdempotencyRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('who', models.CharField(max_length=64)),
                ('key', models.CharField(max_length=200)),
                ('print', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.TextField()),
                ('announced', models.TextField(db_default='', default='')),
                ('at', models.DateTimeField(db_index=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('who', 'key'), name='idempotency_record_once')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='Outgoing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(null=True)),
                ('kind', models.CharField(max_length=20)),
                ('ids', models.JSONField(default=dict)),
                ('figures', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='outgoing', to='clubs.club', db_index=False)),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='outgoing', to='matches.event', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('number__isnull', True)), fields=['club', 'id'], name='outgoing_fresh'), models.Index(fields=['event', 'number'], name='outgoing_by_event'), models.Index(fields=['at'], name='outgoing_by_age')],
                'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='outgoing_number')],
            },
        ),
        migrations.CreateModel(
            name='OutgoingCount',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='outgoing_count', serialize=False, to='clubs.club')),
                ('last', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.RunPython(often, as_usual),
    ]
