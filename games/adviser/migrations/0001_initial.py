import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from ecarte_club.core.append_only import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AdviceRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(choices=[('a', 'A'), ('b', 'B')], max_length=1)),
                ('draw', models.PositiveIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='advice_requests', to='matches.match', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('match', 'seat', 'draw', 'place'), name='advice_once_a_decision')],
            },
        ),
        append_only(
            "adviser_advicerequest",
            [("changed", "what was asked stays"), ("deleted", "what was asked stays")],
        ),
    ]
