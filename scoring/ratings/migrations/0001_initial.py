import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingBook',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rating_book', serialize=False, to='clubs.club')),
                ('version', models.PositiveIntegerField(default=1)),
                ('stale_at', models.DateTimeField(null=True)),
                ('stale_match', models.BigIntegerField(null=True)),
                ('taken_to', models.BigIntegerField(default=0, null=True)),
                ('spread', models.PositiveIntegerField(default=160000)),
                ('drift', models.PositiveIntegerField(default=12800)),
                ('middle', models.PositiveIntegerField(default=0)),
                ('widest', models.PositiveIntegerField(default=250000)),
                ('scale_at', models.DateTimeField(null=True)),
                ('scale_match', models.BigIntegerField(null=True)),
                ('learn_at', models.PositiveIntegerField(default=25)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('stale_at__isnull', False), ('taken_to__isnull', False), ('version__gte', models.F('learn_at')), _connector='OR'), fields=['club'], name='rating_book_to_bring')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('stale_at', None), ('stale_match', None)), models.Q(('stale_at__isnull', False), ('stale_match__isnull', False)), _connector='OR'), name='rating_stale_whole'), models.CheckConstraint(condition=models.Q(models.Q(('scale_at', None), ('scale_match', None)), models.Q(('scale_at__isnull', False), ('scale_match__isnull', False)), _connector='OR'), name='rating_scale_whole')],
            },
        ),
        migrations.CreateModel(
            name='RatingPoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ended_at', models.DateTimeField()),
                ('won', models.PositiveSmallIntegerField()),
                ('lost', models.PositiveSmallIntegerField()),
                ('strength_before', models.IntegerField(default=0)),
                ('doubt_before', models.PositiveIntegerField(default=160000)),
                ('strength', models.IntegerField(default=0)),
                ('doubt', models.PositiveIntegerField(default=160000)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('games', models.PositiveIntegerField(default=0)),
                ('adversary', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club', db_index=False)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match', db_index=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_points', to='clubs.player', db_index=False)),
            ],
            options={
                'ordering': ['ended_at', 'match_id', 'pk'],
                'indexes': [models.Index(fields=['player', 'ended_at', 'match'], name='rating_point_by_player'), models.Index(fields=['club', 'ended_at', 'match'], name='rating_point_by_club')],
                'constraints': [models.UniqueConstraint(fields=('match', 'player'), name='rating_point_once'), models.CheckConstraint(condition=models.Q(('player', models.F('adversary')), _negated=True), name='rating_point_of_two')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='rating', serialize=False, to='clubs.player')),
                ('strength', models.IntegerField()),
                ('doubt', models.PositiveIntegerField()),
                ('low', models.IntegerField()),
                ('matches', models.PositiveIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
                ('last_match', models.BigIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubs.club', db_index=False)),
            ],
            options={
                'indexes': [models.Index(fields=['club', '-low'], name='rating_by_low')],
                'constraints': [],
            },
        ),
    ]
