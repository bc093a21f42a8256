import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('leaving', 'Leaving'), ('left', 'Left'), ('arriving', 'Arriving')], max_length=8)),
                ('key', models.CharField(max_length=32)),
                ('address', models.CharField(max_length=200)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('raised', models.BigIntegerField(default=0)),
                ('public', models.BooleanField(default=False)),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='move', to='clubs.club')),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
    ]
