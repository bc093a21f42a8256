import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('leagues', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500, verbose_name='address')),
                ('salt', models.CharField(max_length=43)),
                ('kinds', models.JSONField(default=list)),
                ('off', models.CharField(blank=True, choices=[('', 'On'), ('hand', 'Switched off by hand'), ('failing', 'Switched off: nothing was delivered for three days'), ('gone', 'Switched off: the receiver answered that it no longer exists'), ('rights', 'Switched off: its owner may no longer run webhooks')], default='', max_length=8)),
                ('created_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('cursor', models.PositiveBigIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(null=True)),
                ('next_try_at', models.DateTimeField(null=True)),
                ('claimed_until', models.DateTimeField(null=True)),
                ('claimed_by', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='subscriptions', to='clubs.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.league')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('off', '')), fields=['club'], name='subscription_on')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(null=True)),
                ('kind', models.CharField(max_length=20)),
                ('attempt', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('asked', 'Requested'), ('sending', 'On its way'), ('done', 'Delivered'), ('failed', 'Failed')], max_length=8)),
                ('by_hand', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('fault', models.CharField(blank=True, max_length=12)),
                ('took_ms', models.PositiveIntegerField(null=True)),
                ('excerpt', models.CharField(blank=True, max_length=200)),
                ('next_try_at', models.DateTimeField(null=True)),
                ('subscription', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.subscription', db_index=False)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['subscription', '-id'], name='delivery_log'), models.Index(condition=models.Q(('state', 'asked')), fields=['subscription', 'id'], name='delivery_asked'), models.Index(fields=['at'], name='delivery_by_age')],
                'constraints': [models.UniqueConstraint(fields=('subscription', 'number', 'attempt'), name='delivery_attempt')],
            },
        ),
    ]
