import django.db.models.deletion
import ecarte_club.clubs.club_column
from django.conf import settings
from django.db import migrations, models

from ecarte_club.clubs.club_column import same_club
from ecarte_club.core.append_only import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='OnlineTable',
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
                ('fixture', models.PositiveBigIntegerField(null=True)),
                ('code_word', models.CharField(max_length=16, unique=True)),
                ('status', models.CharField(choices=[('open', 'Open'), ('playing', 'In play'), ('over', 'Finished'), ('closed', 'Closed')], default='open', max_length=7)),
                ('version', models.PositiveIntegerField(default=1)),
                ('spectators', models.BooleanField(default=True, verbose_name='spectators')),
                ('second_proposal', models.BooleanField(default=False, verbose_name='a second proposal')),
                ('opened_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('clock', models.CharField(choices=[('none', 'No clock'), ('quick', 'Quick: 20 seconds for each action, 3 minutes in reserve for each game'), ('calm', 'Calm: 45 seconds for each action, 6 minutes in reserve for each game'), ('days', 'By correspondence: 3 days for each action')], default='none', max_length=5, verbose_name='clock')),
                ('reserve_a', models.PositiveIntegerField(default=0)),
                ('reserve_b', models.PositiveIntegerField(default=0)),
                ('waiting_since', models.DateTimeField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('robot_due', models.DateTimeField(null=True)),
                ('timeouts', models.PositiveSmallIntegerField(default=0)),
                ('timed_out', models.CharField(blank=True, max_length=1)),
                ('match_version', models.PositiveIntegerField(default=0)),
                ('nonce', models.CharField(max_length=64)),
                ('server_end', models.CharField(max_length=64)),
                ('opened_link', models.CharField(blank=True, max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='online_tables', to='clubs.club', db_index=False)),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='matches.event')),
                ('guest', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='online_table', to='matches.match')),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='online.onlinetable')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', 'status', '-id'], name='online_by_club'), models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='online_deadline'), models.Index(condition=models.Q(('robot_due__isnull', False)), fields=['robot_due'], name='online_robot_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('guest', None), models.Q(('guest', models.F('host')), _negated=True), _connector='OR'), name='online_two_players'), models.CheckConstraint(condition=models.Q(('status', 'open'), ('match__isnull', False), ('status', 'closed'), _connector='OR'), name='online_match_once_accepted')],
            },
        ),
        migrations.CreateModel(
            name='ChainEnd',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(choices=[('a', 'A'), ('b', 'B')], max_length=1)),
                ('number', models.PositiveIntegerField()),
                ('end', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='online.onlinetable')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='ChainLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(choices=[('a', 'A'), ('b', 'B')], max_length=1)),
                ('number', models.PositiveIntegerField()),
                ('link', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='online.onlinetable', db_index=False)),
            ],
            options={
                'ordering': ['number', 'seat'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('table', 'seat', 'number'), name='link_once')],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('cut', 'the cut for deal'), ('hand', 'a hand')], max_length=4)),
                ('at', models.DateTimeField()),
                ('cards', models.CharField(blank=True, max_length=5)),
                ('missing', models.CharField(blank=True, max_length=2)),
                ('game', models.PositiveSmallIntegerField(default=0)),
                ('score_a', models.PositiveSmallIntegerField(default=0)),
                ('score_b', models.PositiveSmallIntegerField(default=0)),
                ('dealer', models.CharField(blank=True, choices=[('a', 'A'), ('b', 'B')], max_length=1)),
                ('order', models.CharField(blank=True, max_length=3)),
                ('acts_before', models.PositiveIntegerField(default=0)),
                ('ended_at', models.DateTimeField(null=True)),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drawn', to='matches.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='online.onlinetable', db_index=False)),
            ],
            options={
                'ordering': ['number'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='draw_number_once'), models.UniqueConstraint(condition=models.Q(('ended_at', None), ('kind', 'hand')), fields=('table',), name='one_hand_in_play')],
            },
        ),
        migrations.CreateModel(
            name='Action',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.CharField(blank=True, choices=[('a', 'A'), ('b', 'B')], max_length=1)),
                ('text', models.CharField(max_length=120)),
                ('head', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', ecarte_club.clubs.club_column.ClubOf('table')),
                ('draw', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='online.draw')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='online.onlinetable')),
            ],
            options={
                'ordering': ['table', 'number'],
                'indexes': [models.Index(fields=['club', 'id'], name='action_by_club')],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='action_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Sweep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
        same_club("online_action", of="table_id", parent="online_onlinetable"),
        append_only("online_chainend", [("changed", "an end stays"), ("deleted", "an end stays")]),
        append_only("online_chainlink", [("changed", "a link stays"), ("deleted", "a link stays")]),
        append_only("online_action", [("changed", "an action stays"), ("deleted", "an action stays")]),
    ]
