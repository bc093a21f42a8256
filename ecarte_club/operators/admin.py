"""What operators see: clubs with their sizes, people, the outbox, webhooks, jobs, tokens, archives,
and the records that are never changed. No secret, and no digest of one, is among it."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import AuditLogEntry, Club, Player, Token, User
from ecarte_club.core.models import IdempotencyRecord, Outgoing
from ecarte_club.core.outbox import Kind
from games.evenings.models import Evening, Letter
from games.matches.models import Entry, Match
from games.sheets.models import SheetImport
from scoring.archive.models import Archive
from scoring.cells.models import ClubMove
from scoring.contests.models import ContestEntry
from scoring.ledger.models import Posting, StatementLetter
from scoring.tournaments.models import DrawJob, ImportJob
from scoring.webhooks.models import TEST, Delivery, Subscription

from . import services
from .site import ReadOnlyAdmin, ValueFilter


def _of_club(model: Any, value: Any, name: str = "club") -> Coalesce:
    rows = model._base_manager.filter(**{name: OuterRef("pk")}).order_by().values(name)
    return Coalesce(Subquery(rows.annotate(size=value).values("size")), 0)


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "public", "members", "evenings", "matches", "hands", "archived")
    list_filter = ("public",)
    search_fields = ("name", "slug", "place")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        clubs: QuerySet[Any] = super().get_queryset(request)
        sized: QuerySet[Any] = clubs.annotate(
            size_members=_of_club(Player, Count("pk")),
            size_evenings=_of_club(Evening, Count("pk")),
            size_matches=_of_club(Match, Count("pk")),
            size_hands=_of_club(Match, Sum("hands")),
            size_archives=_of_club(Archive, Sum("size")),
        )
        return sized

    @admin.display(description=gettext_lazy("players"), ordering="size_members")
    def members(self, club: Any) -> int:
        return int(club.size_members)

    @admin.display(description=gettext_lazy("evenings"), ordering="size_evenings")
    def evenings(self, club: Any) -> int:
        return int(club.size_evenings)

    @admin.display(description=gettext_lazy("matches"), ordering="size_matches")
    def matches(self, club: Any) -> int:
        return int(club.size_matches)

    @admin.display(description=gettext_lazy("hands"), ordering="size_hands")
    def hands(self, club: Any) -> int:
        return int(club.size_hands)

    @admin.display(description=gettext_lazy("archives"), ordering="size_archives")
    def archived(self, club: Any) -> str:
        return str(filesizeformat(club.size_archives))


@admin.register(ClubMove)
class ClubMoveAdmin(ReadOnlyAdmin):
    hidden = ("key",)
    list_display = ("club", "state", "address", "since", "until")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    hidden = ("password", "calendar_number", "session_number", "sort_name")
    list_display = ("name", "email", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("name", "email")
    ordering = ("sort_name", "pk")
    actions = ("close", "open_again")

    @admin.action(description=gettext_lazy("Close accounts"))
    def close(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        by, chosen = cast(User, request.user), list(rows.values_list("pk", flat=True))
        others = rows.filter(is_active=True).exclude(pk=by.pk)
        tokens = Token.objects.filter(user__in=others, revoked_at=None).count()
        return self.confirmed(
            request,
            others,
            title=_("Close accounts"),
            effects={_("Accounts that are signed out and cannot sign in"): others.count()}
            | {_("Tokens of programs that stop working"): tokens},
            act=lambda: services.accounts_close(by=by, accounts=chosen),
            done=_("Accounts closed: %(count)s."),
        )

    @admin.action(description=gettext_lazy("Open accounts again"))
    def open_again(self, request: HttpRequest, rows: QuerySet[User]) -> HttpResponse | None:
        by, chosen = cast(User, request.user), list(rows.values_list("pk", flat=True))
        closed = rows.filter(is_active=False)
        return self.confirmed(
            request,
            closed,
            title=_("Open accounts again"),
            effects={_("Accounts that can sign in again"): closed.count()},
            act=lambda: services.accounts_open(by=by, accounts=chosen),
            done=_("Accounts opened again: %(count)s."),
        )


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """By the hint alone, the first letters: the secret is stored nowhere."""

    hidden = ("digest",)
    list_display = ("name", "hint", "user", "created_at", "expires_at", "revoked_at")
    list_filter = ("expires_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__email", "user__name")
    actions = ("revoke",)

    @admin.action(description=gettext_lazy("Revoke tokens"))
    def revoke(self, request: HttpRequest, rows: QuerySet[Token]) -> HttpResponse | None:
        by, chosen = cast(User, request.user), list(rows.values_list("pk", flat=True))
        good = rows.filter(revoked_at=None)
        return self.confirmed(
            request,
            good,
            title=_("Revoke tokens"),
            effects={_("Tokens of programs that stop working, for good"): good.count()},
            act=lambda: services.tokens_revoke(by=by, tokens=chosen),
            done=_("Tokens revoked: %(count)s."),
        )


class KindFilter(ValueFilter):
    title = parameter_name = "kind"
    values = (*Kind, TEST)


class StatusFilter(ValueFilter):
    title = parameter_name = "status"
    values = ("200", "201")


@admin.register(Outgoing)
class OutgoingAdmin(ReadOnlyAdmin):
    list_display = ("id", "club", "number", "kind", "at")
    list_filter = (KindFilter, "at")
    list_select_related = ("club",)


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnlyAdmin):
    hidden = ("salt", "claimed_by")
    list_display = ("url", "club", "off", "cursor", "failures", "next_try_at", "claimed_until")
    list_filter = ("off",)
    list_select_related = ("club",)
    search_fields = ("url", "club__name")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("id", "subscription", "number", "kind", "attempt", "state", "status", "at")
    list_filter = ("state", KindFilter, "at")
    list_select_related = ("subscription",)


@admin.register(Archive)
class ArchiveAdmin(ReadOnlyAdmin):
    hidden = ("file",)
    list_display = ("id", "club", "state", "size", "asked_at", "made_at", "expires_at")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(Letter, StatementLetter)
class EmailAdmin(ReadOnlyAdmin):
    list_display = ("id", "player", "sent_at", "claimed_until")
    list_filter = (("sent_at", admin.EmptyFieldListFilter),)
    list_select_related = ("player",)


@admin.register(DrawJob, ImportJob)
class JobAdmin(ReadOnlyAdmin):
    hidden = ("content",)
    list_display = ("id", "tournament", "state")
    list_filter = ("state",)


@admin.register(SheetImport)
class SheetImportAdmin(ReadOnlyAdmin):
    hidden = ("content",)
    list_display = ("id", "club", "uploaded_at")
    list_select_related = ("club",)


@admin.register(AuditLogEntry)
class AuditLogAdmin(ReadOnlyAdmin):
    list_display = ("id", "club", "at", "act", "by", "kind", "about")
    list_filter = ("at",)
    list_select_related = ("club", "by")
    search_fields = ("act", "club__name")


@admin.register(Entry, ContestEntry, Posting)
class RecordAdmin(ReadOnlyAdmin):
    """Rows that are never changed, anywhere."""

    list_display = ("id", "__str__", "at")
    raw_id_fields = ()


@admin.register(IdempotencyRecord)
class IdempotencyAdmin(ReadOnlyAdmin):
    """Without the answers, which are whose they are."""

    hidden = ("key", "print", "body", "announced")
    list_display = ("id", "who", "status", "at")
    list_filter = (StatusFilter, "at")


@admin.register(LogEntry)
class OperatorsLogAdmin(ReadOnlyAdmin):
    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_select_related = ("user", "content_type")


# What was registered by libraries is of no use to operators, and could be changed there.
for _model in list(admin.site._registry):
    if _model._meta.app_label in {"account", "mfa", "auth", "socialaccount", "allauth_idp_oidc"}:
        admin.site.unregister(_model)
