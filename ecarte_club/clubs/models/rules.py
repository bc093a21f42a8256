from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.collation import SortKeyField

from .people import Club, User


class HouseRules(models.Model):
    """A code of laws of the club's own: `base`, and the `options` in which it differs.

    Never changed: other rules are another row. What is played under them keeps its own copy.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_rules")
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    base = models.CharField(_("made from"), max_length=20)
    options = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sort_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(retired_at__isnull=True),
                name="house_rules_name",
            )
        ]

    def __str__(self) -> str:
        return self.name
