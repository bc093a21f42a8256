from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0003_meeting_forfeit'),
    ]

    operations = [
        migrations.AddField('entrant', 'rating', models.PositiveSmallIntegerField(default=500)),
    ]
