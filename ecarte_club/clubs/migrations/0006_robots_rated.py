from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0005_robots")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="robots_rated_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
