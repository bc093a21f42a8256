import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('contests', '0001_initial'),
        ('leagues', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='tournament', serialize=False, to='matches.event')),
                ('kind', models.CharField(choices=[('round_robin', 'round_robin'), ('swiss', 'swiss'), ('knockout', 'knockout'), ('groups', 'groups'), ('pools', 'pools')], max_length=11)),
                ('plan', models.JSONField(default=dict)),
                ('scheme', models.JSONField(default=dict)),
                ('tie_breaks', models.JSONField(default=list)),
                ('seed', models.CharField(max_length=80)),
                ('state', models.CharField(choices=[('entering', 'Entries open'), ('running', 'In play'), ('over', 'Over')], default='entering', max_length=8)),
                ('version', models.PositiveIntegerField(default=1)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournaments.tournament', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'one', 'other'), name='apart_once'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='apart_in_order')],
            },
        ),
        migrations.CreateModel(
            name='RoundOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds_off', to='tournaments.tournament', db_index=False)),
            ],
            options={
                'ordering': ['number', 'pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player', 'number'), name='off_once')],
            },
        ),
        migrations.CreateModel(
            name='DrawJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fault', models.TextField(blank=True)),
                ('asked_at', models.DateTimeField()),
                ('began_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('seed', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('reading', 'Reading the standings'), ('pairs', 'Pairing'), ('tables', 'Assigning tables'), ('done', 'Drawn'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='waiting', max_length=9)),
                ('wider', models.PositiveSmallIntegerField(default=0)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_jobs', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament',), name='draw_job_alone')],
            },
        ),
        migrations.CreateModel(
            name='ImportJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fault', models.TextField(blank=True)),
                ('asked_at', models.DateTimeField()),
                ('began_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('content', models.TextField(blank=True)),
                ('state', models.CharField(choices=[('previewed', 'Previewed'), ('waiting', 'Waiting'), ('reading', 'Reading the file'), ('writing', 'Entering players and results'), ('done', 'Imported'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='waiting', max_length=9)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='import_jobs', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('tournament',), name='import_job_alone')],
            },
        ),
        migrations.CreateModel(
            name='FixedPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixed_pairs', to='tournaments.tournament', db_index=False)),
            ],
            options={
                'ordering': ['number', 'pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number', 'one'), name='fixed_once'), models.CheckConstraint(condition=models.Q(('other__isnull', True), models.Q(('one', models.F('other')), _negated=True), _connector='OR'), name='fixed_two')],
            },
        ),
        migrations.CreateModel(
            name='PairingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_changes', to='leagues.round')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='exchange_of_two')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('how', models.CharField(blank=True, choices=[('played', 'played'), ('walkover', 'walkover'), ('both_absent', 'both_absent'), ('bye', 'bye')], max_length=11)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('contest', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pool', to='contests.contest')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='leagues.round', db_index=False)),
                ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pools_won', to='clubs.player')),
            ],
            options={
                'ordering': ['round', 'number'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='pool_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('how__in', ['', 'both_absent']), ('winner__isnull', True)), models.Q(('winner__isnull', False), ('how__in', ['played', 'walkover', 'bye'])), _connector='OR'), name='pool_winner_by_something')],
            },
        ),
        migrations.CreateModel(
            name='PoolMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('order', models.PositiveSmallIntegerField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pools', to='clubs.player')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.pool', db_index=False)),
            ],
            options={
                'ordering': ['pool', 'place'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='pool_member_once'), models.UniqueConstraint(fields=('pool', 'place'), name='pool_place_once')],
            },
        ),
    ]
