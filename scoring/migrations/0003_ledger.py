"""Books and what is posted in them; the database itself refuses ever to change a posting."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


ACTS = {"changed": "UPDATE", "deleted": "DELETE"}


def _sqlite(done, act):
    return f"""
    CREATE TRIGGER scoring_posting_never_{done} BEFORE {act} ON scoring_posting
    BEGIN SELECT RAISE(ABORT, 'postings are never {done}: what is taken back is posted back'); END
    """


def _postgresql(done, act):
    return f"""
    CREATE FUNCTION scoring_posting_never_{done}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'postings are never {done}: what is taken back is posted back'
    USING ERRCODE = 'integrity_constraint_violation'; END $$;
    CREATE TRIGGER scoring_posting_never_{done} BEFORE {act} ON scoring_posting
    FOR EACH ROW EXECUTE FUNCTION scoring_posting_never_{done}();
    """


def forwards(apps, schema_editor):
    made = _sqlite if schema_editor.connection.vendor == "sqlite" else _postgresql
    for done, act in ACTS.items():
        schema_editor.execute(made(done, act))


def backwards(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    for done in ACTS:
        name = f"scoring_posting_never_{done}"
        if sqlite:
            schema_editor.execute(f"DROP TRIGGER {name}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON scoring_posting; DROP FUNCTION {name}();")


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0005_names_in_order'),
        ('scoring', '0002_names_in_order'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubLimit',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='limit', serialize=False, to='clubs.club')),
                ('most_staked', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most in one bet')),
                ('most_owed', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most owed at an evening')),
            ],
        ),
        migrations.CreateModel(
            name='PlayerLimit',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='limit', serialize=False, to='clubs.player')),
                ('most_staked', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most in one bet')),
                ('staked_asked', models.PositiveIntegerField(null=True)),
                ('staked_from', models.DateTimeField(null=True)),
                ('most_owed', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most owed at an evening')),
                ('owed_asked', models.PositiveIntegerField(null=True)),
                ('owed_from', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Book',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('opened_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books', to='clubs.club')),
                ('evening', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='book', to='clubs.evening')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Balance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(max_length=8)),
                ('contest', models.BigIntegerField(null=True)),
                ('amount', models.BigIntegerField(default=0)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='balances', to='clubs.player')),
                ('book', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='balances', to='scoring.book')),
            ],
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('source_holder', models.CharField(max_length=8)),
                ('target_holder', models.CharField(max_length=8)),
                ('amount', models.BigIntegerField()),
                ('cause', models.CharField(max_length=16)),
                ('contest', models.BigIntegerField(null=True)),
                ('number', models.PositiveIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('book', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='scoring.book')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='scoring.posting')),
                ('source_player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('target_player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddIndex(
            model_name='book',
            index=models.Index(fields=['club', '-id'], name='book_by_club'),
        ),
        migrations.AddConstraint(
            model_name='book',
            constraint=models.CheckConstraint(condition=models.Q(('evening__isnull', False), models.Q(('name', ''), _negated=True), _connector='OR'), name='book_is_named'),
        ),
        migrations.AddConstraint(
            model_name='balance',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('book', 'player'), name='balance_of_member'),
        ),
        migrations.AddConstraint(
            model_name='balance',
            constraint=models.UniqueConstraint(condition=models.Q(('contest__isnull', False)), fields=('book', 'contest', 'holder'), name='balance_of_contest'),
        ),
        migrations.AddConstraint(
            model_name='balance',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('contest__isnull', True), ('holder', 'member'), ('player__isnull', False)), models.Q(models.Q(('holder', 'member'), _negated=True), ('contest__isnull', False), ('player__isnull', True)), _connector='OR'), name='balance_is_somebodys'),
        ),
        migrations.AddIndex(
            model_name='posting',
            index=models.Index(fields=['source_player', 'book', 'id'], name='posting_by_source'),
        ),
        migrations.AddIndex(
            model_name='posting',
            index=models.Index(fields=['target_player', 'book', 'id'], name='posting_by_target'),
        ),
        migrations.AddIndex(
            model_name='posting',
            index=models.Index(fields=['book', 'contest', 'number'], name='posting_by_contest'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.UniqueConstraint(fields=('book', 'key'), name='posting_once'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='posting_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('source_holder', models.F('target_holder')), _negated=True), models.Q(('source_player__isnull', False), models.Q(('source_player__lt', models.F('target_player')), ('source_player__gt', models.F('target_player')), _connector='OR')), _connector='OR'), name='posting_between_two'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('source_holder', 'member'), ('source_player__isnull', False)), models.Q(models.Q(('source_holder', 'member'), _negated=True), ('contest__isnull', False), ('source_player__isnull', True)), _connector='OR'), models.Q(models.Q(('target_holder', 'member'), ('target_player__isnull', False)), models.Q(models.Q(('target_holder', 'member'), _negated=True), ('contest__isnull', False), ('target_player__isnull', True)), _connector='OR')), name='posting_is_somebodys'),
        ),
        migrations.RunPython(forwards, backwards),
    ]
