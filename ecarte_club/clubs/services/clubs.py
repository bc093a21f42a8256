from django.db import transaction

from ecarte_club.clubs.models import Club, Office, Player, User
from ecarte_club.clubs.permissions import Role


@transaction.atomic(savepoint=False)
def club_create(
    *, name: str, slug: str, place: str = "", public: bool = True, code: str = "london"
) -> Club:
    return Club.objects.create(name=name, slug=slug, place=place, public=public, code=code)


@transaction.atomic(savepoint=False)
def player_sign_in_give(*, player: Player, user: User) -> Player:
    """From now on `user` is `player`, and so a member of his club."""
    player.user = user
    player.save(update_fields=["user"])
    return player


@transaction.atomic(savepoint=False)
def office_give(*, club: Club, user: User, role: Role) -> Office:
    return Office.objects.get_or_create(club=club, user=user, role=role)[0]
