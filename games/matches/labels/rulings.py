"""A ruling that was taken, told in sentences."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from ecarte_club.clubs.labels.citations import law
from games.engine.codes import Code
from games.engine.records import Applied
from games.engine.rulings.book import consequences
from games.engine.seats import Seat

from .ruling_choices import CONSEQUENCES
from .ruling_questions import IRREGULARITIES


def ruling_text(code: Code, applied: Applied, names: Mapping[Seat, str]) -> str:
    """What happened, by whom, what came of it, and the law."""
    told = _happened(applied, names)
    told += [str(CONSEQUENCES[one]) for one in consequences(code, applied)]
    return f"{' '.join(told)} ({law(applied.law)})"


def ruling_summary(applied: Applied, names: Mapping[Seat, str]) -> str:
    """What happened, by whom, and the law: in a line, for a hand that goes on."""
    return f"{' '.join(_happened(applied, names))} ({law(applied.law)})"


def _happened(applied: Applied, names: Mapping[Seat, str]) -> list[str]:
    told = [str(IRREGULARITIES[applied.irregularity])]
    if applied.offender:
        told.append(_("It was %(name)s.") % {"name": names[applied.offender]})
    return told
