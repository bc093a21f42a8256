from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_annulled'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='of_teams',
            field=models.BooleanField(default=False),
        ),
    ]
