"""The table itself, and the transcript of what was played there."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.views.common import club_page, safe_page
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.live import ticket
from games.engine.seats import Seat
from games.online.labels import table_words
from games.online.live import come
from games.online.models import OnlineTable
from games.online.selectors import tables as queries
from games.online.selectors.states import Audience, state_of, topics
from games.online.selectors.transcripts import transcript_file
from games.online.services.sweeping import sweep_table

STATUS = OnlineTable.Status


@safe_page
def table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = queries.table(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    found = sweep_table(found)
    seat = queries.seat_of(found, person)
    if found.status == STATUS.OPEN and seat is not Seat.A:
        return redirect("online_invitation", word=found.code_word)
    queries.veil_tables([found], person)
    audience = Audience.of(found, person)
    if seat is not None:
        come(found, seat)
    state = state_of(found, audience)
    if not queries.is_current(found):
        return table(request, slug, pk)
    names = {one: state["players"][one]["name"] for one in ("a", "b")}
    near = str(audience.seat or audience.backs or Seat.A)
    shown = {
        "state": state,
        "words": table_words(),
        "addresses": _addresses(found),
        "match_address": found.match and reverse("match", args=(slug, found.match.pk)),
        "may_direct": found.status == STATUS.PLAYING and queries.may_direct(person),
        "is_practice": seat is not None and found.match and queries.is_practice(found.match),
        "api": f"/api/v1/online-tables/{pk}",
        "ticket": ticket(*topics(found, audience, person)),
        "back_name": _("Online tables"),
        "near": names[near],
        "far": names["b" if near == "a" else "a"],
        **names,
        "tab": "online",
    }
    return club_page(request, "online/table.html", found.club, person, **shown)


@safe_page
def transcript(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """As a file, to be kept or checked."""
    found, _person = queries.table(actor_of(request), pk)
    if found.club.slug != slug:
        raise Absent
    name = f'attachment; filename="ecarte-{pk}.json"'
    headers = {"Content-Disposition": name}
    return HttpResponse(transcript_file(found), content_type="application/json", headers=headers)


def _addresses(table: OnlineTable) -> dict[str, str]:
    """Of what is about the match, patterns: it may begin and end while the page is open."""
    slug = table.club.slug
    lobby_address = reverse("online", args=(slug,))
    code = table.match.code if table.match else table.code
    site = settings.SITE_URL.rstrip("/")
    transcript_address = reverse("online_transcript", args=(slug, table.pk))
    return {
        "back": lobby_address,
        "lobby": lobby_address,
        "law": reverse("law", args=(code, 0)),
        "invitation": f"{site}{reverse('online_invitation', args=(table.code_word,))}",
        "match": reverse("match", args=(slug, 0)),
        "hand": reverse("hand", args=(slug, 0, 0)),
        "review": reverse("review", args=(slug, 0)),
        "transcript": transcript_address,
        "verify": f"{reverse('verify')}#transcript={transcript_address}",
    }
