import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('contests', '0001_initial'),
        ('leagues', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pool',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pools', to='leagues.round')),
                ('number', models.PositiveSmallIntegerField()),
                ('contest', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pool', to='contests.contest')),
                ('how', models.CharField(blank=True, choices=[('played', 'played'), ('walkover', 'walkover'), ('both_absent', 'both_absent'), ('bye', 'bye')], max_length=11)),
                ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pools_won', to='clubs.player')),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['round', 'number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='pool_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('how__in', ['', 'both_absent']), ('winner__isnull', True)), models.Q(('winner__isnull', False), ('how__in', ['played', 'walkover', 'bye'])), _connector='OR'), name='pool_winner_by_something')],
            },
        ),
        migrations.CreateModel(
            name='PoolMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.pool')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pools', to='clubs.player')),
                ('place', models.PositiveSmallIntegerField()),
                ('order', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['pool', 'place'],
                'constraints': [models.UniqueConstraint(fields=('pool', 'player'), name='pool_member_once'), models.UniqueConstraint(fields=('pool', 'place'), name='pool_place_once')],
            },
        ),
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
            },
        ),
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournaments.tournament')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'one', 'other'), name='apart_once'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='apart_in_order')],
            },
        ),
        migrations.CreateModel(
            name='RoundOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds_off', to='tournaments.tournament')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('number', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['number', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player', 'number'), name='off_once')],
            },
        ),
    ]
