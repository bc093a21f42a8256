import django.db.models.deletion
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
            name='Archive',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting to start'), ('making', 'Being made'), ('made', 'Ready to download'), ('failed', 'Failed')], default='waiting', max_length=8)),
                ('began_at', models.DateTimeField(null=True)),
                ('total', models.PositiveIntegerField(default=0)),
                ('file', models.CharField(blank=True, max_length=80)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('made_at', models.DateTimeField(null=True)),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='archives', to='clubs.club')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['expires_at'], name='archive_by_age')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'making'])), fields=('club',), name='archive_one_at_a_time')],
            },
        ),
    ]
