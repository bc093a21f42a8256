"""Django's admin for those who run the site: staff who signed in as everybody does, in two steps.

To anybody else there is no such page. Almost all of it can only be read.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from celery import current_app
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.core import health


class OperatorSite(admin.AdminSite):
    site_header = gettext_lazy("Running the site")
    site_title = gettext_lazy("Running the site")
    index_title = gettext_lazy("What is on this site")
    index_template = "operators/index.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return user.is_active and user.is_staff and is_mfa_enabled(user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.user.is_authenticated and not request.user.is_staff:
                raise Http404
            return inner(request, *args, **kwargs)

        return guarded

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Called for whoever has no permission."""
        if not request.user.is_authenticated:
            query = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
            return redirect(f"{reverse('account_login')}?{query}")
        if not request.user.is_staff:
            raise Http404
        messages.warning(request, _("Set up two-step sign-in first: running the site needs it."))
        return redirect("mfa_index")

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        return [path("tasks/", self.admin_view(self.tasks), name="tasks"), *super().get_urls()]

    def tasks(self, request: HttpRequest) -> HttpResponse:
        """How the servers are, and what is due when."""
        checks = health.readiness()
        due = sorted(
            (entry["task"], str(entry["schedule"]))
            for entry in current_app.conf.beat_schedule.values()
        )
        shown = {**self.each_context(request), "title": _("Tasks"), "checks": checks, "due": due}
        return render(request, "operators/tasks.html", shown)


class FirstRowsPaginator(Paginator):  # type: ignore[type-arg]  # generic in its stubs alone
    """The first ten thousand rows, as to count all of a large table is to read it. Filters and
    searches lead to the others."""

    most = 10_000

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: self.most].count())


class ValueFilter(admin.SimpleListFilter):
    """By values that are known: Django's own looks for those of a column in all rows."""

    values: Iterable[str] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value) for value in self.values]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(**{str(self.parameter_name): value})


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs alone
    """Everything is shown, but for what `hidden` names; nothing can be changed."""

    hidden: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False
    paginator = FirstRowsPaginator

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return [one.name for one in self.model._meta.fields if one.name not in self.hidden]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def confirmed(
        self,
        request: HttpRequest,
        rows: Any,
        *,
        title: str,
        effects: Mapping[str, int],
        act: Callable[[], int],
        done: str,
    ) -> HttpResponse | None:
        """An action of the list: first what it would do, then, confirmed, doing it. `done` has
        %(count)s."""
        if request.POST.get("confirmed") == "yes":
            messages.success(request, done % {"count": act()})
            return None
        chosen: list[Model] = list(rows)
        shown = {
            **self.admin_site.each_context(request),
            "title": title,
            "chosen": chosen,
            "effects": effects,
            "action": request.POST.get("action", ""),
            "opts": self.model._meta,
        }
        return render(request, "operators/confirm.html", shown)
