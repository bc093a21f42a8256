from django.db import migrations

from ecarte_club.clubs.club_column import add_club


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('ledger', '0002_payments_of_the_club'),
    ]

    operations = [
        add_club('ledger', 'posting', of='book', parent='ledger_book'),
    ]
