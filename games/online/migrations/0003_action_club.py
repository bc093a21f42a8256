from django.db import migrations, models
import django.db.models.deletion

from ecarte_club.clubs.club_column import add_club


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('online', '0002_robot_due'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='action',
                    name='table',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='online.onlinetable'),
                ),
            ],
        ),
        add_club('online', 'action', of='table', parent='online_onlinetable', redundant='online_action_table_id_b2969f51'),
    ]
