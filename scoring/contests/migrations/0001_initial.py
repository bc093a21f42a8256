import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ecarte_club.core.append_only import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('evenings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Contest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, verbose_name='code of laws')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rules', models.CharField(blank=True, max_length=80, verbose_name='club rules')),
                ('format', models.CharField(choices=[('one_game', 'One game'), ('games', 'a number of games'), ('rubber', 'a rubber')], max_length=10, verbose_name='format')),
                ('games', models.PositiveSmallIntegerField(verbose_name='games')),
                ('rubbers', models.PositiveSmallIntegerField(default=1, verbose_name='rubbers')),
                ('game_values', models.BooleanField(default=False, verbose_name='treble, double and single count')),
                ('rubber_bonus', models.PositiveSmallIntegerField(default=0, verbose_name='bonus for the rubber')),
                ('kind', models.CharField(choices=[('match', 'Two players and a gallery'), ('pool', 'Pool'), ('cul_leve', 'Cul-levé'), ('bank', 'Chouette with a bank'), ('box', 'Social chouette')], max_length=10, verbose_name='contest')),
                ('agreed', models.JSONField(default=dict)),
                ('gallery', models.JSONField(null=True)),
                ('opened_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('games_won', models.PositiveIntegerField(default=0)),
                ('over', models.BooleanField(default=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contests', to='clubs.club')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contests', to='evenings.evening', db_index=False)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contests', to='evenings.table')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['evening', 'over', '-id'], name='contest_by_evening')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='ContestEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField()),
                ('data', models.JSONField(null=True)),
                ('gave_way', models.JSONField(null=True)),
                ('match', models.BigIntegerField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('contest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='contests.contest', db_index=False)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='evenings.phone')),
            ],
            options={
                'ordering': ['contest', 'number', 'place'],
                'indexes': [models.Index(condition=models.Q(('match__isnull', False)), fields=['match'], name='contest_entry_by_match')],
                'constraints': [models.UniqueConstraint(fields=('contest', 'number', 'place'), name='contest_entry_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('place__gte', 1)), name='contest_entry_counts')],
            },
        ),
        migrations.CreateModel(
            name='Acceptance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='evenings.phone')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('contest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acceptances', to='contests.contest', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('contest', 'player'), name='accepted_once')],
            },
        ),
        append_only(
            "contests_contestentry",
            [
                (done, f"entries are never {done}: a correction is a new entry")
                for done in ("changed", "deleted")
            ],
        ),
    ]
