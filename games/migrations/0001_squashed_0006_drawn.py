"""The tables at once, for a site that has none; its triggers are made as they were before."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

entries_never_change = import_module(f"{__package__}.0002_entries_never_change")


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_entries_never_change'),
        ('games', '0003_evenings'),
        ('games', '0004_kings_and_voles'),
        ('games', '0005_sheet_imports'),
        ('games', '0006_drawn'),
    ]

    initial = True

    dependencies = [
        ('clubs', '0001_squashed_0008_calendar_number'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, verbose_name='code of laws')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rules', models.CharField(blank=True, max_length=80, verbose_name='house rules')),
                ('format', models.CharField(choices=[('one_game', 'one game'), ('games', 'a number of games'), ('rubber', 'a rubber')], max_length=10, verbose_name='format')),
                ('games', models.PositiveSmallIntegerField(verbose_name='games')),
                ('game_values', models.BooleanField(default=False, verbose_name='treble, double and single count')),
                ('rubber_bonus', models.PositiveSmallIntegerField(default=0, verbose_name='bonus for the rubber')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('public', models.BooleanField(default=True, verbose_name='public')),
                ('drawn', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='clubs.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, verbose_name='code of laws')),
                ('options', models.JSONField(blank=True, default=dict)),
                ('rules', models.CharField(blank=True, max_length=80, verbose_name='house rules')),
                ('format', models.CharField(choices=[('one_game', 'one game'), ('games', 'a number of games'), ('rubber', 'a rubber')], max_length=10, verbose_name='format')),
                ('games', models.PositiveSmallIntegerField(verbose_name='games')),
                ('game_values', models.BooleanField(default=False, verbose_name='treble, double and single count')),
                ('rubber_bonus', models.PositiveSmallIntegerField(default=0, verbose_name='bonus for the rubber')),
                ('table', models.CharField(blank=True, max_length=20, verbose_name='table')),
                ('first_dealer', models.CharField(blank=True, max_length=1, verbose_name='first dealer')),
                ('started_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('games_a', models.PositiveSmallIntegerField(default=0)),
                ('games_b', models.PositiveSmallIntegerField(default=0)),
                ('score_a', models.PositiveSmallIntegerField(default=0)),
                ('score_b', models.PositiveSmallIntegerField(default=0)),
                ('over', models.BooleanField(default=False)),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('hands', models.PositiveSmallIntegerField(default=0)),
                ('kings_a', models.PositiveSmallIntegerField(default=0)),
                ('kings_b', models.PositiveSmallIntegerField(default=0)),
                ('voles_a', models.PositiveSmallIntegerField(default=0)),
                ('voles_b', models.PositiveSmallIntegerField(default=0)),
                ('changed_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='clubs.club')),
                ('evening_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='clubs.table')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='games.event')),
                ('player_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_a', to='clubs.player')),
                ('player_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_b', to='clubs.player')),
                ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'over', '-id'], name='match_by_club'), models.Index(fields=['event', '-id'], name='match_by_event'), models.Index(fields=['player_a', '-id'], name='match_by_player_a'), models.Index(fields=['player_b', '-id'], name='match_by_player_b')],
                'constraints': [models.CheckConstraint(condition=models.Q(('player_a', models.F('player_b')), _negated=True), name='match_two_players'), models.CheckConstraint(condition=models.Q(('score_a__lte', 5), ('score_b__lte', 5)), name='match_score_five_up'), models.CheckConstraint(condition=models.Q(('first_dealer__in', ['', 'a', 'b']), ('winner__in', ['', 'a', 'b'])), name='match_seats'), models.CheckConstraint(condition=models.Q(('format__in', ['one_game', 'games', 'rubber'])), name='match_format')],
            },
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(null=True)),
                ('text', models.CharField(max_length=300)),
                ('at', models.DateTimeField()),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('settled_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.phone')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='games.match')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['match'], name='flag_to_settle')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('hand', 'hand'), ('game', 'game'), ('rubber', 'rubber'), ('void', 'taken back')], max_length=6)),
                ('data', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('law', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.phone')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='games.entry')),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='games.entry')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.match')),
            ],
            options={
                'ordering': ['match', 'number'],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='entry_number_once'), models.UniqueConstraint(condition=models.Q(('supersedes__isnull', True)), fields=('match', 'place'), name='entry_place_taken_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['hand', 'game', 'rubber', 'void'])), name='entry_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'void'), _negated=True), ('supersedes__isnull', False), _connector='OR'), name='entry_void_of')],
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.phone')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='games.match')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('match', 'game', 'number'), name='confirmed_once')],
            },
        ),
        migrations.CreateModel(
            name='SheetImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80)),
                ('content', models.BinaryField(null=True)),
                ('add_players', models.BooleanField(default=False)),
                ('uploaded_at', models.DateTimeField()),
                ('lines', models.PositiveIntegerField()),
                ('line', models.PositiveIntegerField(default=1)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('entries', models.PositiveIntegerField(default=0)),
                ('wrong', models.PositiveIntegerField(default=0)),
                ('new_players', models.JSONField(default=list)),
                ('labels', models.JSONField(default=list)),
                ('seconds', models.FloatField(default=0)),
                ('checked_at', models.DateTimeField(null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheet_imports', to='clubs.club')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', '-id'], name='sheet_import_by_club')],
            },
        ),
        migrations.CreateModel(
            name='SheetFault',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField()),
                ('column', models.CharField(blank=True, max_length=40)),
                ('text', models.TextField()),
                ('sheet_import', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faults', to='games.sheetimport')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claimed_until', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='clubs.evening')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['evening'], name='letter_to_send')],
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='letter_once')],
            },
        ),
        migrations.RunPython(
            entries_never_change.forwards, entries_never_change.backwards
        ),
    ]
