import django.db.models.deletion
import ecarte_club.clubs.club_column
from django.conf import settings
from django.db import migrations, models

from ecarte_club.clubs.club_column import same_club
from ecarte_club.core.append_only import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('evenings', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Book',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('opened_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books', to='clubs.club', db_index=False)),
                ('evening', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='book', to='evenings.evening')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', '-id'], name='book_by_club')],
                'constraints': [models.CheckConstraint(condition=models.Q(('evening__isnull', False), models.Q(('name', ''), _negated=True), _connector='OR'), name='book_is_named')],
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
                ('book', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='balances', to='ledger.book')),
            ],
            options={
                'indexes': [],
                'constraints': [models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('book', 'player'), name='balance_of_member'), models.UniqueConstraint(condition=models.Q(('contest__isnull', False)), fields=('book', 'contest', 'holder'), name='balance_of_contest'), models.CheckConstraint(condition=models.Q(models.Q(('contest__isnull', True), ('holder', 'member'), ('player__isnull', False)), models.Q(models.Q(('holder', 'member'), _negated=True), ('contest__isnull', False), ('player__isnull', True)), _connector='OR'), name='balance_is_somebodys')],
            },
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
                ('book', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='ledger.book')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', ecarte_club.clubs.club_column.ClubOf('book')),
                ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='ledger.posting')),
                ('source_player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('target_player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['source_player', 'book', 'id'], name='posting_by_source'), models.Index(fields=['target_player', 'book', 'id'], name='posting_by_target'), models.Index(fields=['book', 'contest', 'number'], name='posting_by_contest'), models.Index(fields=['club', 'id'], name='posting_by_club')],
                'constraints': [models.UniqueConstraint(fields=('book', 'key'), name='posting_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='posting_moves_something'), models.CheckConstraint(condition=models.Q(models.Q(('source_holder', models.F('target_holder')), _negated=True), models.Q(('source_player__isnull', False), models.Q(('source_player__lt', models.F('target_player')), ('source_player__gt', models.F('target_player')), _connector='OR')), _connector='OR'), name='posting_between_two'), models.CheckConstraint(condition=models.Q(models.Q(models.Q(('source_holder', 'member'), ('source_player__isnull', False)), models.Q(models.Q(('source_holder', 'member'), _negated=True), ('contest__isnull', False), ('source_player__isnull', True)), _connector='OR'), models.Q(models.Q(('target_holder', 'member'), ('target_player__isnull', False)), models.Q(models.Q(('target_holder', 'member'), _negated=True), ('contest__isnull', False), ('target_player__isnull', True)), _connector='OR')), name='posting_is_somebodys')],
            },
        ),
        migrations.CreateModel(
            name='ClubLimit',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='limit', serialize=False, to='clubs.club')),
                ('most_staked', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most in one bet')),
                ('most_owed', models.PositiveIntegerField(blank=True, null=True, verbose_name='the most owed at an evening')),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
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
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Settlement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('settled_at', models.DateTimeField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='clubs.club', db_index=False)),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', '-id'], name='settlement_by_club')],
                'constraints': [models.CheckConstraint(condition=models.Q(('starts_on__lte', models.F('ends_on'))), name='settlement_days_in_order')],
            },
        ),
        migrations.CreateModel(
            name='SettledBook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('book', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='settled', to='ledger.book')),
                ('settlement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='settled', to='ledger.settlement')),
            ],
            options={
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField()),
                ('made_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('payee', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('payer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('settlement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='ledger.settlement')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_is_something'), models.CheckConstraint(condition=models.Q(models.Q(('payee', None), ('payer__isnull', False)), models.Q(('payee__isnull', False), ('payer', None)), ('payer__lt', models.F('payee')), ('payer__gt', models.F('payee')), _connector='OR'), name='payment_between_two')],
            },
        ),
        migrations.CreateModel(
            name='StatementLetter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claimed_until', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('starts_on', models.DateField(null=True)),
                ('ends_on', models.DateField(null=True)),
                ('written_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.player')),
                ('settlement', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='letters', to='ledger.settlement', db_index=False)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['id'], name='statement_letter_to_send')],
                'constraints': [models.UniqueConstraint(fields=('settlement', 'player'), name='statement_letter_once')],
            },
        ),
        same_club("ledger_posting", of="book_id", parent="ledger_book"),
        append_only(
            "ledger_posting",
            [
                (done, f"postings are never {done}: what is taken back is posted back")
                for done in ("changed", "deleted")
            ],
        ),
    ]
