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
            name='SheetImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80)),
                ('content', models.BinaryField(null=True)),
                ('add_players', models.BooleanField(default=False)),
                ('uploaded_at', models.DateTimeField()),
                ('lines', models.PositiveIntegerField()),
                ('line', models.PositiveIntegerField(default=1)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('entries', models.PositiveIntegerField(default=0)),
                ('wrong', models.PositiveIntegerField(default=0)),
                ('recorded', models.PositiveIntegerField(default=0)),
                ('planned_pairs', models.JSONField(default=dict)),
                ('entered_line', models.PositiveIntegerField(default=0)),
                ('new_players', models.JSONField(default=list)),
                ('new_evenings', models.JSONField(default=list)),
                ('new_seasons', models.JSONField(default=list)),
                ('labels', models.JSONField(default=list)),
                ('seconds', models.FloatField(default=0)),
                ('checked_at', models.DateTimeField(null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheet_imports', to='clubs.club', db_index=False)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', '-id'], name='sheet_import_by_club')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='SheetFault',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField()),
                ('column', models.CharField(blank=True, max_length=40)),
                ('text', models.TextField()),
                ('sheet_import', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faults', to='sheets.sheetimport')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
    ]
