from django.db import migrations, models
from django.db.models import F


def learn_all_again(apps, schema_editor):
    """The task does it: every scale is learnt otherwise than before."""
    apps.get_model("ratings", "RatingBook").objects.update(learn_at=F("version"))


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_scale")]

    operations = [
        migrations.AddField("ratingbook", "widest", models.PositiveIntegerField(default=250000)),
        migrations.AlterField("ratingbook", "drift", models.PositiveIntegerField(default=12800)),
        migrations.AlterField("ratingbook", "spread", models.PositiveIntegerField(default=160000)),
        migrations.AlterField("ratingpoint", "doubt", models.PositiveIntegerField(default=160000)),
        migrations.AlterField(
            "ratingpoint", "doubt_before", models.PositiveIntegerField(default=160000)
        ),
        migrations.RunPython(learn_all_again, migrations.RunPython.noop),
    ]
