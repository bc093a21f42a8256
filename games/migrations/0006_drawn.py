from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_sheet_imports'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='drawn',
            field=models.BooleanField(default=False),
        ),
    ]
