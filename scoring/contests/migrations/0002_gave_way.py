from django.db import migrations, models


class Migration(migrations.Migration):
    """A column without a default is added in place, so that the triggers of the table stay."""

    dependencies = [("contests", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="contestentry",
            name="gave_way",
            field=models.JSONField(null=True),
        ),
    ]
