"""Inviting many players at once: chosen, looked at, and sent."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors.inviting import Invitee, Reach, invitees
from ecarte_club.clubs.services.roles import GOOD_FOR, INVITED_MOST
from ecarte_club.clubs.services.roles import invitations_send as send
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.parsing import whole_number

from .common import club_of, club_page, form_page


@login_required
@form_page
def invitations_send(request: HttpRequest, slug: str) -> HttpResponse:
    """The first form chooses, the second sends; looking changes nothing."""
    club, person = club_of(request, slug)
    require(person, Act.INVITE)
    chosen = {whole_number(pk) or 0 for pk in request.POST.getlist("player")}
    fault: Fault | None = None
    if request.method == "POST" and request.POST.get("act") == "send":
        try:
            answer = pages.write(request, lambda: len(send(by=person, player_ids=chosen).sent))
            return redirect(f"{reverse('invitations', args=[slug])}?sent={answer.body}")
        except (Absent, Denied):
            raise
        except Fault as found:
            fault = found
    name = request.GET.get("name", "").replace("\x00", "").strip()
    every = invitees(person, name=name)
    picked = [one for one in every if one.player.pk in chosen]
    shown = {
        "name": name,
        "reachable": _of(every, sent=True),
        "unreachable": _of(every, sent=False),
        "chosen": chosen,
        "is_preview": bool(picked) and fault is None,
        "nobody": request.method == "POST" and not picked and fault is None,
        "will_send": _of(picked, sent=True),
        "left_out": _of(picked, sent=False),
        "most": INVITED_MOST,
        "days": GOOD_FOR.days,
        "fault": fault,
        "tab": "committee",
    }
    status = 422 if shown["nobody"] else 0
    return club_page(request, "clubs/invitations_send.html", club, person, status, **shown)


def _of(picked: Sequence[Invitee], *, sent: bool) -> list[Invitee]:
    return [one for one in picked if (one.reach is Reach.SENT) is sent]
