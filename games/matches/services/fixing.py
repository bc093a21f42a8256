"""What the players mend themselves, by laws 50 and 51."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine.codes import Rule
from games.engine.fixing import fix_refusal, fix_rules
from games.engine.rulings.book import with_laws
from games.engine.terms import HandEntry
from games.matches.labels import engine
from games.matches.models import Entry, Match
from games.matches.selectors import matches
from games.matches.selectors.confirmations import refuse_confirmed
from games.matches.selectors.log import play

from .entries import Written, entry_write, kept, log_at, state_at


@transaction.atomic(savepoint=False)
def entry_mend(
    *, by: Person, match: Match, number: int, what: HandEntry, trump_turned: bool, version: int
) -> Written:
    """`what` stands from now on for the hand of entry `number`, as laws 50 and 51 allow it.

    `trump_turned`: whether the trump of the deal after the last hand is turned.
    Raises: Absent, Stale, Denied; Invalid with the law that does not allow it.
    """
    own = matches.is_own(match, by)
    require_own_or_any(by, Act.MEND_OWN, Act.MEND_ANY, is_own=own)
    log = log_at(match, version)
    old = next((entry for entry in log.entries if entry.number == number), None)
    if old is None:
        raise Absent
    standing = log.standing()
    if old not in standing:
        text = _("This entry has been replaced. Fix the newer one.")
        raise Invalid("already_superseded", text, errors={"number": text})
    refuse_confirmed(by, match, log, old)
    new = kept(what, play(old))
    assert isinstance(new, HandEntry)  # noqa: S101 - kept() refuses another kind
    state = state_at(match, log)
    line = state.lines[standing.index(old)]
    new = replace(new, record=with_laws(state.terms.code, new.record))
    refused = fix_refusal(state, line, new.record, trump_turned=trump_turned)
    if refused is not None:
        raise engine.refused(refused)
    rules = fix_rules(state, line, new.record)
    entry = Entry(
        place=old.place,
        supersedes=old,
        reason=" ".join(_reason(rule) for rule in rules),
        law=state.terms.code.source(*rules),
    )
    return entry_write(by, match, log, state, entry, new)


def _reason(rule: Rule) -> str:
    if rule is Rule.OMITTED_MARK:
        return _("A mark had been left out.")
    return _("Too much had been marked.")
