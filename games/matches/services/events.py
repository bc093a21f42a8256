from django.db import transaction

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from games.matches.models import Event

from .matches import MatchTerms


@transaction.atomic(savepoint=False)
def event_open(
    *, by: Person, name: str, public: bool, terms: MatchTerms, of_teams: bool = False
) -> Event:
    require(by, Act.OPEN_SEASON)
    terms.check()
    event = Event.objects.create(
        club_id=by.club_id,
        name=name,
        public=public,
        of_teams=of_teams,
        created_by_id=by.user_id,
        **terms.fields(),
    )
    log_act(by, "event_open", kind="season", about=event.pk)
    return event
