import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='WantedKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'My turn at a table online'), ('table', 'My next table or opponent'), ('result', 'A result to confirm'), ('debt', 'Something to pay after evenings are settled up')], max_length=8)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wanted_kinds', to=settings.AUTH_USER_MODEL, db_index=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='wanted_kind_once')],
                'indexes': [],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('endpoint', models.CharField(max_length=500)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('p256dh', models.CharField(max_length=88)),
                ('auth', models.CharField(max_length=24)),
                ('site_key', models.CharField(max_length=88)),
                ('stamp', models.CharField(max_length=64)),
                ('added_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=8)),
                ('topic', models.CharField(max_length=40)),
                ('occasion', models.CharField(max_length=40)),
                ('path', models.CharField(max_length=200)),
                ('written_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('next_try_at', models.DateTimeField(null=True)),
                ('claimed_until', models.DateTimeField(null=True)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='notifications.device', db_index=False)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('sent_at', None)), fields=['next_try_at'], name='notification_unsent')],
                'constraints': [models.UniqueConstraint(fields=('device', 'topic'), name='notification_latest')],
            },
        ),
    ]
