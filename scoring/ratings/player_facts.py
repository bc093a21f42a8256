"""A rating on the pages of the rooms below: among the facts of a player's page."""

from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from games.matches.changes import PlayerFact

from .selectors.history import rating_of


def rating_told(*, player: Player, **_signal: Any) -> PlayerFact | None:
    found = rating_of(player)
    if found is None:
        return None
    figures = found.figures
    between = {"low": _figure(figures.low), "high": _figure(figures.high)}
    note = (
        _("provisional, %(low)s to %(high)s") if figures.provisional else _("%(low)s to %(high)s")
    )
    text = _("%(rating)s games out of a hundred") % {"rating": _figure(figures.rating)}
    address = reverse("player_rating", args=(player.club.slug, player.pk))
    return PlayerFact(_("Rating"), text, note % between, address)


def _figure(value: Any) -> str:
    return str(number_format(value, 1))
