from django.db import migrations, models
import django.db.models.deletion

from ecarte_club.clubs.club_column import add_club


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('matches', '0003_entry_order'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='entry',
                    name='match',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='matches.match'),
                ),
            ],
        ),
        add_club('matches', 'entry', of='match', parent='matches_match', redundant='matches_entry_match_id_4cfc32b5'),
    ]
