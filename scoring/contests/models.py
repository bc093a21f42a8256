"""Contests of an evening, and their entries, which are never changed."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.append_only import AppendOnly
from games.evenings.models import Evening, Phone, Table
from games.matches.models import TermsFields
from scoring.ledger.rules import Remainder

from .rules import bank, bets, machine
from .rules.events import load_fields
from .rules.machine import Kind

KINDS = [
    (Kind.MATCH.value, _("Two players and a gallery")),
    (Kind.POOL.value, _("Pool")),
    (Kind.CUL_LEVE.value, _("Cul-levé")),
    (Kind.BANK.value, _("Chouette with a bank")),
    (Kind.BOX.value, _("Social chouette")),
]


# Of contests that do not say it, as they were opened before there was a choice.
EARLIER: Mapping[str, str] = {
    "levy_on": bank.LevyOn.WINNINGS.value,
    "remainder": Remainder.FIRST.value,
}


def _loaded(agreed: Mapping[str, Any], kind: type) -> Any:
    known = {one.name for one in fields(kind)}
    earlier = {name: value for name, value in EARLIER.items() if name in known}
    return load_fields({**earlier, **agreed}, kind)


class Contest(TermsFields):
    """A pool, a cul-levé or a chouette, at a table of an evening.

    `agreed`: its own terms, in their plain form; with the code of laws they stay while it runs.
    `version` counts its entries. `games_won` and `over` say what the entries come to.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="contests")
    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="contests", db_index=False
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="contests")
    kind = models.CharField(_("contest"), max_length=10, choices=KINDS)
    agreed = models.JSONField(default=dict)
    # What the gallery may lay, and the levy; none where no bets are laid.
    gallery = models.JSONField(null=True)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    games_won = models.PositiveIntegerField(default=0)
    over = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["evening", "over", "-id"], name="contest_by_evening")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    @property
    def agreed_terms(self) -> machine.Terms:
        agreed = _loaded(self.agreed, machine.CONTESTS[Kind(self.kind)].terms)
        laid = None if self.gallery is None else _loaded(self.gallery, bets.Terms)
        return machine.Terms(agreed, laid)

    @property
    def tournament_id(self) -> int | None:
        """Whose pool it is."""
        pool = getattr(self, "pool", None)
        return pool.round.event_id if pool else None


class ContestEntry(AppendOnly):
    """One thing that happened. What has the place of an earlier one stands instead of it.

    `number` counts the acts: what one act enters has one number. `place` is the order in which
    things happened. `data` is an event in its plain form; none where it was taken out.
    `gave_way`: the event that would stand here, if a correction of another place left it possible.
    """

    contest = models.ForeignKey(
        Contest, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    data = models.JSONField(null=True)
    gave_way = models.JSONField(null=True)
    # The match that was dealt, or that told who won. No foreign key, as a match in which nothing
    # was entered goes when its deal is taken back, and an entry never changes.
    match = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["contest", "number", "place"]
        indexes = [
            models.Index(
                fields=["match"], condition=Q(match__isnull=False), name="contest_entry_by_match"
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["contest", "number", "place"], name="contest_entry_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, place__gte=1), name="contest_entry_counts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.contest_id}/{self.number}.{self.place}"


class Acceptance(models.Model):
    """A player's yes to the terms, before they are in; `by`, `phone`: who entered it."""

    contest = models.ForeignKey(
        Contest, on_delete=models.PROTECT, related_name="acceptances", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["contest", "player"], name="accepted_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.contest_id}"
