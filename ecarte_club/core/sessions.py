"""Sessions as Django keeps them in the database, read by a query that is composed once."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from .composed import Composed

_sessions = Composed(lambda key: Session.objects.filter(session_key=key).order_by(), key=str)


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        found = _sessions.first(key=self.session_key or "")
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return {}
        return self.decode(found.session_data)
