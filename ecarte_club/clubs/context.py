from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """What every page needs to know of the site."""
    return {"live_url": settings.LIVE_URL}
