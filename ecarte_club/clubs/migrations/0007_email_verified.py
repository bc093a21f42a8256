from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_robots_rated")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="email_verified_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
