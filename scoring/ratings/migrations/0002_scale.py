from django.db import migrations, models
from django.db.models import F, Q


def write_ranges(apps, schema_editor):
    """With the usual scale, under which they were learnt: the strength less 1.96 of its doubt."""
    ratings = apps.get_model("ratings", "Rating").objects.only("strength", "doubt")
    for rating in ratings.iterator(chunk_size=1000):
        low = rating.strength - round(1.96 * (rating.doubt**2) ** 0.5)
        ratings.filter(pk=rating.pk).update(low=low)


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0001_initial'),
    ]

    operations = [
        migrations.AddField('ratingbook', 'spread', models.PositiveIntegerField(default=250000)),
        migrations.AddField('ratingbook', 'drift', models.PositiveIntegerField(default=20000)),
        migrations.AddField('ratingbook', 'middle', models.PositiveIntegerField(default=0)),
        migrations.AddField('ratingbook', 'scale_at', models.DateTimeField(null=True)),
        migrations.AddField('ratingbook', 'scale_match', models.BigIntegerField(null=True)),
        migrations.AddField('ratingbook', 'learn_at', models.PositiveIntegerField(default=50)),
        migrations.AddConstraint(
            'ratingbook',
            models.CheckConstraint(
                condition=Q(scale_at=None, scale_match=None)
                | Q(scale_at__isnull=False, scale_match__isnull=False),
                name='rating_scale_whole',
            ),
        ),
        migrations.RemoveIndex('ratingbook', 'rating_book_to_bring'),
        migrations.AddIndex(
            'ratingbook',
            models.Index(
                condition=Q(stale_at__isnull=False)
                | Q(taken_to__isnull=False)
                | Q(version__gte=F('learn_at')),
                fields=['club'],
                name='rating_book_to_bring',
            ),
        ),
        migrations.AddField('rating', 'low', models.IntegerField(default=0), preserve_default=False),
        migrations.RunPython(write_ranges, migrations.RunPython.noop),
        migrations.RemoveIndex('rating', 'rating_by_strength'),
        migrations.AddIndex('rating', models.Index(fields=['club', '-low'], name='rating_by_low')),
    ]
