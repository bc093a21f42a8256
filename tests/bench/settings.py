"""The site, with addresses more: bare views that return ready bytes."""

from ecarte_club.settings import *  # noqa: F403
from ecarte_club.settings import MIDDLEWARE as OWN

ROOT_URLCONF = "tests.bench.urls"
_place = OWN.index("scoring.leagues.middleware.standings_cache")
MIDDLEWARE = [*OWN[:_place], "tests.bench.urls.early", *OWN[_place:]]
