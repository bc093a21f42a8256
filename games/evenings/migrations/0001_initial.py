import django.db.models.deletion
import ecarte_club.core.collation
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('sort_name', ecarte_club.core.collation.SortKeyField(of='name')),
                ('held_on', models.DateField(verbose_name='day')),
                ('public', models.BooleanField(default=False, verbose_name='public')),
                ('opened_at', models.DateTimeField()),
                ('codes_until', models.DateTimeField()),
                ('signed_off_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='clubs.club', db_index=False)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('signed_off_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-held_on', '-pk'],
                'indexes': [models.Index(fields=['club', '-held_on', '-id'], name='evening_by_club')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('came_at', models.DateTimeField()),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendances', to='clubs.player')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendances', to='evenings.evening', db_index=False)),
            ],
            options={
                'ordering': ['player__sort_name', 'pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='came_once')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, verbose_name='name')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('code_number', models.PositiveIntegerField(default=1)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='evenings.evening', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('evening', 'name'), name='table_name_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='table_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code_number', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('opened_at', models.DateTimeField()),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='phones', to='evenings.table')),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claimed_until', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='evenings.evening', db_index=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['evening'], name='letter_to_send')],
                'constraints': [models.UniqueConstraint(fields=('evening', 'player'), name='letter_once')],
            },
        ),
    ]
