"""Uploads of score sheets, and what is wrong with them."""

from datetime import date

from django.db import models
from django.utils.formats import date_format

from ecarte_club.clubs.models import Club, User


class SheetImport(models.Model):
    """An uploaded CSV score sheet: checked in steps, then entered once and in full.

    `content` is the text, compressed; it is stored until the sheets are entered, or for a day.
    `line` is the next to be checked; `matches` to `wrong` count what was found so far. `recorded`
    of the matches were in the club before. `entered_line` is the next to be entered, if any was.
    """

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="sheet_imports", db_index=False
    )
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=80, blank=True)
    content = models.BinaryField(null=True)
    add_players = models.BooleanField(default=False)
    uploaded_at = models.DateTimeField()
    lines = models.PositiveIntegerField()
    line = models.PositiveIntegerField(default=1)
    matches = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    recorded = models.PositiveIntegerField(default=0)
    # Of seasons in which planned fixtures alone count: how many matches, by season and players.
    planned_pairs = models.JSONField(default=dict)
    entered_line = models.PositiveIntegerField(default=0)
    new_players = models.JSONField(default=list)
    # Of an exported file: the days of evenings and the names of seasons that entering opens.
    new_evenings = models.JSONField(default=list)
    new_seasons = models.JSONField(default=list)
    # The names that matches have in the file, to know one that comes again.
    labels = models.JSONField(default=list)
    seconds = models.FloatField(default=0)
    checked_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["club", "-id"], name="sheet_import_by_club")]

    def __str__(self) -> str:
        return f"{self.name or self.pk} ({self.uploaded_at:%Y-%m-%d})"

    @property
    def lines_checked(self) -> int:
        return min(max(0, self.line - 1), self.lines)

    @property
    def days_of_new_evenings(self) -> list[str]:
        return [date_format(date.fromisoformat(day)) for day in self.new_evenings]

    @property
    def to_enter(self) -> int:
        """How many of its matches the club does not have."""
        return self.matches - self.recorded

    @property
    def is_checked(self) -> bool:
        return self.checked_at is not None


class SheetFault(models.Model):
    """Why a line of an upload cannot be entered, in the language of the user who uploaded it."""

    sheet_import = models.ForeignKey(SheetImport, on_delete=models.CASCADE, related_name="faults")
    line = models.PositiveIntegerField()
    column = models.CharField(max_length=40, blank=True)
    text = models.TextField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.line} {self.column}: {self.text}"
