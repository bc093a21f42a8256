from django.db import migrations
from django.db.models import F


def learn_all_again(apps, schema_editor):
    """The task does it: every scale is learnt otherwise than before."""
    apps.get_model("ratings", "RatingBook").objects.update(learn_at=F("version"))


class Migration(migrations.Migration):
    dependencies = [("ratings", "0004_learn_from_25_results")]

    operations = [migrations.RunPython(learn_all_again, migrations.RunPython.noop)]
