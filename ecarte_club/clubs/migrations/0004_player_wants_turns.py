from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('clubs', '0003_member_details'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='wants_turns',
            field=models.BooleanField(default=False, verbose_name='my turns by correspondence by e-mail'),
        ),
    ]
