"""The deeds of the ledger and of contests in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.deeds import Sentence, names, tells

from .models import Book, Contest, Fixture, Settlement, Subscription

SENTENCES: dict[str, Sentence] = {
    "book_open": gettext_lazy("Book opened: %(about)s"),
    "book_settle": gettext_lazy("Book settled: %(about)s"),
    "club_limits_set": gettext_lazy("Limits of bets changed"),
    "player_limits_set": gettext_lazy("Own limits of bets changed: %(about)s"),
    "books_settle": gettext_lazy("Settled together: %(books)s evenings, %(about)s"),
    "statement_ask": gettext_lazy("Statement asked for by e-mail: %(about)s"),
    "payment_made": gettext_lazy("Marked as made, of the settling of %(about)s"),
    "payment_not_made": gettext_lazy("Marked as not made, of the settling of %(about)s"),
    "contest_open": gettext_lazy("Contest opened: %(about)s"),
    "contest_accept": gettext_lazy("Terms of a contest accepted: %(about)s"),
    "contest_tell": gettext_lazy("Told in a contest: %(about)s"),
    "contest_correct": gettext_lazy("Contest corrected: %(about)s"),
    "season_plan": gettext_lazy("Fixtures made, %(rounds)s rounds: %(about)s"),
    "entrant_join": gettext_lazy("Came into a season, %(player)s: %(about)s"),
    "entrant_withdraw": gettext_lazy("Left a season, %(player)s: %(about)s"),
    "entrant_return": gettext_lazy("Withdrawal taken back, %(player)s: %(about)s"),
    "fixture_postpone": gettext_lazy("Postponed to %(on)s: %(about)s"),
    "fixture_award": gettext_lazy("Awarded without play: %(about)s"),
    "fixture_award_back": gettext_lazy("Award taken back: %(about)s"),
    "division_set": gettext_lazy("Division changed: %(about)s"),
    "division_open": gettext_lazy("Division opened, level %(level)s: %(about)s"),
    "adjustment_give": gettext_lazy("Points given or taken, %(points)s for %(player)s: %(about)s"),
    "adjustment_end": gettext_lazy("Ruling ended, of %(player)s: %(about)s"),
    "hook_make": gettext_lazy("Webhook made: %(about)s"),
    "hook_change": gettext_lazy("Webhook changed: %(about)s"),
    "hook_delete": gettext_lazy("Webhook deleted: %(about)s"),
    "hook_try": gettext_lazy("Webhook tried: %(about)s"),
    "hook_replay": gettext_lazy("Sent again from number %(number)s, webhook %(about)s"),
    "hook_off": gettext_lazy("Webhook switched off by the site (%(why)s): %(about)s"),
    "contest_draw": gettext_lazy("Places drawn, seed %(seed)s: %(about)s"),
}


def _books(ids: set[int]) -> dict[int, str]:
    found = Book.objects.filter(pk__in=ids).select_related("evening").order_by()
    return {one.pk: str(one) for one in found}


def _settlements(ids: set[int]) -> dict[int, str]:
    return {one.pk: str(one) for one in Settlement.objects.filter(pk__in=ids).order_by()}


def _contests(ids: set[int]) -> dict[int, str]:
    found = Contest.objects.filter(pk__in=ids).select_related("table", "evening").order_by()
    return {one.pk: _("%(contest)s, table %(table)s, %(evening)s") % _said(one) for one in found}


def _said(contest: Contest) -> dict[str, object]:
    kind = contest.get_kind_display()
    return {"contest": kind, "table": contest.table, "evening": contest.evening}


def _hooks(ids: set[int]) -> dict[int, str]:
    return {one.pk: one.url for one in Subscription.objects.filter(pk__in=ids).order_by()}


def _fixtures(ids: set[int]) -> dict[int, str]:
    found = Fixture.objects.filter(pk__in=ids).order_by()
    return {
        one.pk: _("%(a)s against %(b)s") % {"a": one.home, "b": one.away or "–"}
        for one in found.select_related("home", "away")
    }


def register() -> None:
    tells(SENTENCES)
    names("hook", _hooks)
    names("book", _books)
    names("contest", _contests)
    names("settlement", _settlements)
    names("fixture", _fixtures)
