"""TRF16 files: brought into a Swiss, once the preview has no faults."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRedirect

from ecarte_club.clubs.views.common import form_page, post_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.pages import Form
from scoring.tournaments.models import ImportJob, Tournament
from scoring.tournaments.services.import_jobs import import_job_begin, import_job_cancel, is_large
from scoring.tournaments.services.import_plan import ImportPlan
from scoring.tournaments.services.importing import CONTENT_MOST, report_import, report_preview

from .tournaments import for_director, job_page, submit, tournament_page


class ImportForm(Form):
    """The file, or its text: a preview leaves the text in the form, to be corrected in place."""

    file = forms.FileField(label=_("TRF16 file"), required=False, max_length=200)
    content = forms.CharField(
        label=_("Its lines"),
        required=False,
        strip=False,
        max_length=CONTENT_MOST,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
        help_text=_("Chosen files appear here; faulty lines can be corrected in place."),
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or self.cleaned_data
        file = fields.get("file")
        if file is not None:
            if file.size > CONTENT_MOST:
                self.add_error("file", _("The file is too large. A megabyte is the most."))
                return fields
            fields["content"] = _decoded(file.read())
        if not fields.get("content", "").strip() and not self.errors:
            self.add_error("file", _("Choose a file, or paste its lines."))
        return fields


def _decoded(data: bytes) -> str:
    """Older programs write Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@login_required
@form_page
def tournament_import(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The button `import` imports, any other only shows what would come."""
    found, person = for_director(request, slug, pk)
    initial = {"content": unimported_lines(found)}
    form = ImportForm(request.POST or None, request.FILES or None, initial=initial)

    def content() -> str:
        return str(form.cleaned_data["content"]).replace("\x00", "")

    def bring() -> object:
        service = import_job_begin if is_large(content()) else report_import
        return service(by=person, tournament=found, content=content()).pk

    def preview() -> ImportPlan:
        plan = report_preview(by=person, tournament=found, content=content())
        pages.choose_again(form, content=content())
        return plan

    answer, plan = pages.submitted_or_previewed(request, form, bring, preview, button="import")
    if answer:
        to = "tournament_importing" if is_large(content()) else "tournament"
        return redirect(to, slug=slug, pk=pk)
    shown = {"form": form, "plan": plan, "fault": form.fault}
    return tournament_page(request, "import", found, person, **shown)


def unimported_lines(found: Tournament) -> str:
    """Of a file that a worker did not import, to be corrected in place."""
    job = found.import_jobs.first()
    return job.content if job is not None and job.ended_at is not None else ""


@login_required
@safe_page
def tournament_importing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the import of a large file is; once it is done, the tournament."""
    found, person = for_director(request, slug, pk)
    job = found.import_jobs.defer("content").first()
    if job is None or job.state == ImportJob.State.DONE:
        part = request.headers.get("HX-Request") == "true"
        to = reverse("tournament", args=(slug, pk))
        return HttpResponseClientRedirect(to) if part else redirect(to)
    return job_page(request, "importing", found, person, job)


@login_required
@post_page
def tournament_importing_cancel(request: HttpRequest, slug: str, pk: int, job: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    to = ("tournament_importing", slug, pk)
    return submit(request, found, person, import_job_cancel, job=job, to=to)
