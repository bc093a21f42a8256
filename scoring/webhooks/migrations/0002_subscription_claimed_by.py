from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('webhooks', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='subscription',
            name='claimed_by',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
    ]
