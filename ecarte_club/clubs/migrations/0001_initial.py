import django.db.models.deletion
import django.utils.timezone
import ecarte_club.core.collation
from django.conf import settings
from django.db import migrations, models

from ecarte_club.core.append_only import append_only


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('sort_name', ecarte_club.core.collation.SortKeyField(of='name')),
                ('language', models.CharField(choices=[('en', 'English'), ('fr', 'French')], default='en', max_length=2, verbose_name='language of e-mails')),
                ('email_verified_at', models.DateTimeField(blank=True, null=True)),
                ('calendar_number', models.PositiveIntegerField(default=0)),
                ('session_number', models.PositiveIntegerField(default=0)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('hint', models.CharField(max_length=8)),
                ('scopes', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('sort_name', ecarte_club.core.collation.SortKeyField(of='name')),
                ('slug', models.SlugField(max_length=40, unique=True)),
                ('place', models.CharField(blank=True, max_length=80, verbose_name='place')),
                ('public', models.BooleanField(default=True, verbose_name='public')),
                ('code', models.CharField(default='london', max_length=20, verbose_name='code of laws')),
                ('confirms', models.BooleanField(default=False, verbose_name='the opponent confirms each game')),
                ('second_factor', models.BooleanField(default=False, verbose_name='two-step sign-in required of committee and directors')),
                ('names_shown', models.CharField(choices=[('name', 'The name'), ('initials', 'Initials'), ('hidden', 'Only a number')], default='name', max_length=8, verbose_name='players’ names for the public')),
                ('language', models.CharField(choices=[('en', 'English'), ('fr', 'French')], default='en', max_length=2, verbose_name='language of the club’s e-mails')),
                ('shows_odds', models.BooleanField(default=False, verbose_name='odds beside matches in play')),
                ('robots', models.BooleanField(default=False, verbose_name='robots may play here')),
                ('robots_rated_since', models.DateTimeField(blank=True, null=True)),
                ('unit', models.CharField(choices=[('counters', 'Counters'), ('points', 'Points, never paid')], default='counters', max_length=8, verbose_name='what is played for')),
                ('version', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['sort_name', 'pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='HouseRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('sort_name', ecarte_club.core.collation.SortKeyField(of='name')),
                ('base', models.CharField(max_length=20, verbose_name='made from')),
                ('options', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='house_rules', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['sort_name', 'pk'],
                'indexes': [],
                'constraints': [models.UniqueConstraint(condition=models.Q(('retired_at__isnull', True)), fields=('club', 'name'), name='house_rules_name')],
            },
        ),
        migrations.CreateModel(
            name='AuditLogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('act', models.CharField(max_length=40)),
                ('phone_id', models.BigIntegerField(null=True)),
                ('kind', models.CharField(blank=True, max_length=12)),
                ('about', models.BigIntegerField(null=True)),
                ('detail', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_log', to='clubs.club', db_index=False)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['club', '-id'], name='log_by_club'), models.Index(fields=['club', 'at'], name='log_by_day'), models.Index(fields=['club', 'act', '-id'], name='log_by_act'), models.Index(fields=['club', 'by', '-id'], name='log_by_user'), models.Index(fields=['club', 'kind', 'about', '-id'], name='log_by_thing')],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('sort_name', ecarte_club.core.collation.SortKeyField(of='name')),
                ('name_shown', models.CharField(choices=[('name', 'The name'), ('initials', 'Initials'), ('hidden', 'Only a number')], default='name', max_length=8, verbose_name='what the public sees of your name')),
                ('wants_results', models.BooleanField(default=False, verbose_name='results of my evenings by e-mail')),
                ('wants_turns', models.BooleanField(default=False, verbose_name='my turns by correspondence by e-mail')),
                ('left_on', models.DateField(blank=True, null=True, verbose_name='left')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('phone', models.CharField(blank=True, max_length=40, verbose_name='phone')),
                ('licence', models.CharField(blank=True, max_length=40, verbose_name='licence number')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note of the committee')),
                ('robot', models.CharField(blank=True, choices=[('beginner', 'Beginner'), ('club', 'Club player'), ('strong', 'Strong')], max_length=8)),
                ('member_until', models.DateField(blank=True, null=True, verbose_name='member until')),
                ('anonymised_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('added_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='clubs.club', db_index=False)),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='clubs.player')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['sort_name', 'pk'],
                'indexes': [models.Index(fields=['club', 'name'], name='player_by_name'), models.Index(fields=['club', 'sort_name', 'id'], name='player_in_order')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='player_one_sign_in_a_club'), models.UniqueConstraint(condition=models.Q(('robot', ''), _negated=True), fields=('club', 'robot'), name='player_one_robot_a_level'), models.CheckConstraint(condition=models.Q(('robot', ''), ('user', None), _connector='OR'), name='player_robot_without_account'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='PlayersMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moved', models.JSONField(default=list)),
                ('made_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players_merges', to='clubs.club')),
                ('gone', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged_by', to='clubs.player')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='clubs.player')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.CreateModel(
            name='Office',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('committee', 'committee'), ('director', 'director'), ('scorer', 'scorer')], max_length=10)),
                ('given_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offices', to='clubs.club', db_index=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [],
                'constraints': [models.UniqueConstraint(fields=('club', 'user', 'role'), name='office_once'), models.CheckConstraint(condition=models.Q(('role__in', ['committee', 'director', 'scorer'])), name='office_role')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(blank=True, max_length=10)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('emailed_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='clubs.club')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('used_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='clubs.player')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [models.CheckConstraint(condition=models.Q(('player__isnull', False), models.Q(('role', ''), _negated=True), _connector='OR'), name='invitation_to_something')],
            },
        ),
        migrations.CreateModel(
            name='ClubInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='created_by_invitation', to='clubs.club')),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [],
                'constraints': [],
            },
        ),
        migrations.AddField(
            model_name='club',
            name='rules',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.houserules'),
        ),
        append_only("clubs_auditlogentry", [("changed", "the log of what was done is never changed")]),
    ]
