"""The entries of a contest as plain data: what was told, by whom, and what it moves."""

from ecarte_club.clubs.models import User
from games.evenings.models import Phone
from games.matches.labels.engine import phone
from scoring.contests.labels import chronicle
from scoring.contests.models import ContestEntry
from scoring.contests.rules.events import load
from scoring.contests.selectors.courses import Course, events_of
from scoring.ledger.rules.books import Account, Holder, Transfer

from .people import People, Plain, named_by


def entries_plain(course: Course, people: People, *, with_people: bool) -> list[Plain]:
    """All that was ever entered; nothing is left out."""
    stands = {one.entry.pk for one in course.happened}
    said = _said(course, people)
    users, phones = _writers(course) if with_people else ({}, {})
    found = []
    for entry in course.entries:
        moved = course.moved.get(entry.place, ()) if entry.pk in stands else ()
        found.append(
            {
                "number": entry.number,
                "place": entry.place,
                "event": entry.data,
                "players": people.all(named_by(entry.data)),
                "text": said[entry.pk],
                "stands": entry.pk in stands,
                "match": entry.match,
                "moved": [_moved(one, people) for one in moved],
                "reason": entry.reason,
                "by": _writer(entry, users, phones),
                "at": entry.at,
            }
        )
    return found


def _said(course: Course, people: People) -> dict[int, str]:
    """What stands with what followed from it, and what does not as it was told."""
    wording = chronicle.wording(course.contest, {pk: row.name for pk, row in people.kept.items()})
    steps = {one.happened.entry.pk: one for one in chronicle.steps(course)}
    known = events_of(course.contest)
    found = {pk: chronicle.sentence(step, wording) for pk, step in steps.items()}
    for entry in course.entries:
        if entry.pk not in found:
            event = None if entry.data is None else load(entry.data, known)
            found[entry.pk] = (
                "" if event is None else chronicle.event_text(course.begun.kind, event, wording)
            )
    return found


def _moved(one: Transfer, people: People) -> Plain:
    return {
        "giver": _account(one.source, people),
        "taker": _account(one.target, people),
        "amount": one.amount,
        "cause": one.cause.value,
    }


def _account(account: Account, people: People) -> Plain:
    is_members = account.holder is Holder.MEMBER
    return {
        "holder": account.holder.value,
        "player": people.named(account.of) if is_members else None,
    }


def _writers(course: Course) -> tuple[dict[int, User], dict[int, Phone]]:
    users = {entry.by_id for entry in course.entries if entry.by_id}
    phones = {entry.phone_id for entry in course.entries if entry.phone_id}
    found = Phone.objects.select_related("table", "player").in_bulk(phones)
    return User.objects.in_bulk(users), found


def _writer(entry: ContestEntry, users: dict[int, User], phones: dict[int, Phone]) -> str | None:
    if entry.by_id in users:
        return str(users[entry.by_id])
    return phone(phones[entry.phone_id]) if entry.phone_id in phones else None
