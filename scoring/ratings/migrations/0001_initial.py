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
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('stale_at__isnull', False), ('taken_to__isnull', False), _connector='OR'), fields=['club'], name='rating_book_to_bring')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('stale_at', None), ('stale_match', None)), models.Q(('stale_at__isnull', False), ('stale_match__isnull', False)), _connector='OR'), name='rating_stale_whole')],
            },
        ),
        migrations.CreateModel(
            name='RatingPoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_points', to='clubs.player')),
                ('adversary', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('ended_at', models.DateTimeField()),
                ('won', models.PositiveSmallIntegerField()),
                ('lost', models.PositiveSmallIntegerField()),
                ('strength_before', models.IntegerField(default=0)),
                ('doubt_before', models.PositiveIntegerField(default=250000)),
                ('strength', models.IntegerField(default=0)),
                ('doubt', models.PositiveIntegerField(default=250000)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('games', models.PositiveIntegerField(default=0)),
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
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='clubs.club')),
                ('strength', models.IntegerField()),
                ('doubt', models.PositiveIntegerField()),
                ('matches', models.PositiveIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
                ('last_match', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['club', '-strength'], name='rating_by_strength')],
            },
        ),
    ]
