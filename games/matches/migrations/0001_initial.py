import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.lookups
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
        ('evenings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
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
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('public', models.BooleanField(default=True, verbose_name='public')),
                ('drawn', models.BooleanField(default=False)),
                ('of_teams', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='clubs.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Match',
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
                ('table', models.CharField(blank=True, max_length=20, verbose_name='table')),
                ('first_dealer', models.CharField(blank=True, max_length=1, verbose_name='first dealer')),
                ('started_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('games_a', models.SmallIntegerField(default=0)),
                ('games_b', models.SmallIntegerField(default=0)),
                ('rubbers_a', models.SmallIntegerField(default=0)),
                ('rubbers_b', models.SmallIntegerField(default=0)),
                ('score_a', models.SmallIntegerField(default=0)),
                ('score_b', models.SmallIntegerField(default=0)),
                ('over', models.BooleanField(default=False)),
                ('winner', models.CharField(blank=True, max_length=1)),
                ('hands', models.SmallIntegerField(default=0)),
                ('kings_a', models.SmallIntegerField(default=0)),
                ('kings_b', models.SmallIntegerField(default=0)),
                ('voles_a', models.SmallIntegerField(default=0)),
                ('voles_b', models.SmallIntegerField(default=0)),
                ('annulled_at', models.DateTimeField(null=True)),
                ('stopped', models.CharField(blank=True, choices=[('abandoned', 'Abandoned'), ('adjourned', 'To be continued')], max_length=9)),
                ('changed_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='clubs.club', db_index=False)),
                ('evening_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='evenings.table')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='matches.event', db_index=False)),
                ('player_a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_a', to='clubs.player', db_index=False)),
                ('player_b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_b', to='clubs.player', db_index=False)),
                ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'over', '-id', 'annulled_at'], name='match_by_club'), models.Index(fields=['event', '-id', 'annulled_at'], name='match_by_event'), models.Index(fields=['player_a', '-id', 'annulled_at'], name='match_by_player_a'), models.Index(fields=['player_b', '-id', 'annulled_at'], name='match_by_player_b')],
                'constraints': [models.CheckConstraint(condition=models.Q(('player_a', models.F('player_b')), _negated=True), name='match_two_players'), models.CheckConstraint(condition=django.db.models.lookups.GreaterThanOrEqual(django.db.models.functions.comparison.Least('games_a', 'games_b', 'rubbers_a', 'rubbers_b', 'score_a', 'score_b', 'hands', 'kings_a', 'kings_b', 'voles_a', 'voles_b'), 0), name='match_figures'), models.CheckConstraint(condition=models.Q(('score_a__lte', 5), ('score_b__lte', 5)), name='match_score_five_up'), models.CheckConstraint(condition=models.Q(('first_dealer__in', ['', 'a', 'b']), ('winner__in', ['', 'a', 'b'])), name='match_seats'), models.CheckConstraint(condition=models.Q(('format__in', ['one_game', 'games', 'rubber'])), name='match_format'), models.CheckConstraint(condition=models.Q(('annulled_at', None), models.Q(('over', False), ('winner', '')), _connector='OR'), name='match_annulled'), models.CheckConstraint(condition=models.Q(('stopped', ''), models.Q(('annulled_at', None), ('over', False), ('stopped__in', ['abandoned', 'adjourned'])), _connector='OR'), name='match_stopped')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('place', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('hand', 'hand'), ('game', 'game'), ('rubber', 'rubber'), ('void', 'undone'), ('annulled', 'match annulled'), ('abandoned', 'match abandoned'), ('adjourned', 'match adjourned')], max_length=9)),
                ('data', models.JSONField(null=True)),
                ('order', models.JSONField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('law', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', ecarte_club.clubs.club_column.ClubOf('match')),
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='evenings.phone')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='matches.entry')),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='matches.entry')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='matches.match')),
            ],
            options={
                'ordering': ['match', 'number'],
                'indexes': [models.Index(fields=['club', 'id'], name='entry_by_club')],
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='entry_number_once'), models.UniqueConstraint(condition=models.Q(('supersedes__isnull', True)), fields=('match', 'place'), name='entry_place_taken_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['hand', 'game', 'rubber', 'void', 'annulled', 'abandoned', 'adjourned'])), name='entry_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'void'), _negated=True), ('supersedes__isnull', False), _connector='OR'), name='entry_void_of')],
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
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='evenings.phone')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='matches.match', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('match', 'game', 'number'), name='confirmed_once')],
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
                ('phone', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='evenings.phone')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='matches.match')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('settled_at__isnull', True)), fields=['match'], name='flag_to_settle')],
                'constraints': [],
            },
        ),
        same_club("matches_entry", of="match_id", parent="matches_match"),
        append_only(
            "matches_entry",
            [("changed", "entries are never changed: a correction is a new entry")],
        ),
    ]
