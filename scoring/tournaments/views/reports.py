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
from scoring.tournaments.services.import_jobs import (
    fits_form,
    import_job_begin,
    import_job_cancel,
    import_lines_store,
    is_large,
)
from scoring.tournaments.services.import_plan import ImportPlan
from scoring.tournaments.services.importing import (
    CONTENT_MOST,
    decoded,
    report_import,
    report_preview,
)

from .tournaments import for_director, job_page, submit, tournament_page


class ImportForm(Form):
    """The file, or its text: a preview leaves the text in the form, to be corrected in place, or
    stores it where it is too long."""

    file = forms.FileField(label=_("TRF16 file"), required=False, max_length=200)
    content = forms.CharField(
        label=_("Its lines"),
        required=False,
        strip=False,
        max_length=CONTENT_MOST,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "wrap": "off"}),
        help_text=_("Chosen files appear here; faulty lines can be corrected in place."),
    )
    stored = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or self.cleaned_data
        file = fields.get("file")
        if file is not None:
            if file.size > CONTENT_MOST:
                self.add_error("file", _("The file is too large. A megabyte is the most."))
                return fields
            fields["content"] = decoded(file.read())
        elif not fields.get("content") and (stored := fields.get("stored")):
            rows = self.tournament.import_jobs.filter(pk=stored)
            fields["content"] = rows.values_list("content", flat=True).first() or ""
        if not fields.get("content", "").strip() and not self.errors:
            self.add_error("file", _("Choose a file, or paste its lines."))
        return fields


@login_required
@form_page
def tournament_import(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The button `import` imports, any other only shows what would come."""
    found, person = for_director(request, slug, pk)
    form = ImportForm(
        request.POST or None,
        request.FILES or None,
        initial=_unimported(found),
        tournament=found,
    )

    def content() -> str:
        return str(form.cleaned_data["content"]).replace("\x00", "")

    def bring() -> object:
        service = import_job_begin if is_large(content()) else report_import
        return service(by=person, tournament=found, content=content()).pk

    def preview() -> ImportPlan:
        plan = report_preview(by=person, tournament=found, content=content())
        fields: dict[str, str | None] = {"content": content(), "stored": ""}
        if not fits_form(content()):
            job = import_lines_store(by=person, tournament=found, content=content())
            fields = {"content": "", "stored": str(job.pk)}
        pages.choose_again(form, **fields)
        return plan

    answer, plan = pages.submitted_or_previewed(request, form, bring, preview, button="import")
    if answer:
        to = "tournament_importing" if is_large(content()) else "tournament"
        return redirect(to, slug=slug, pk=pk)
    shown = {"form": form, "plan": plan, "fault": form.fault}
    return tournament_page(request, "import", found, person, **shown)


def _unimported(found: Tournament) -> dict[str, Any]:
    """The lines of a file that a worker did not import, or where they are stored."""
    job = found.import_jobs.exclude(content="").exclude(ended_at=None).first()
    if job is None:
        return {}
    return {"content": job.content} if fits_form(job.content) else {"stored": job.pk}


@login_required
@safe_page
def tournament_importing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the import of a large file is; once it is done, the tournament."""
    found, person = for_director(request, slug, pk)
    previewed = ImportJob.State.PREVIEWED
    job = found.import_jobs.defer("content").exclude(state=previewed).first()
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
