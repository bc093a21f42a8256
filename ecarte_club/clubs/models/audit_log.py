from django.db import models

from .people import Club, User


class Deed(models.Model):
    """Something that was done in a club: who, when, what, and to what.

    Players and other people are named by id alone, so that who is made anonymous is so here too.
    `about` is the id of a thing of `kind`, as in "match"; `detail` holds a few ids and figures.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="deeds")
    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    # Of a phone at a table (`games.evenings`), which is in an app above this one.
    phone_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=12, blank=True)
    about = models.BigIntegerField(null=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-id"], name="deed_by_club"),
            models.Index(fields=["club", "at"], name="deed_by_day"),
            models.Index(fields=["club", "act", "-id"], name="deed_by_act"),
            models.Index(fields=["club", "by", "-id"], name="deed_by_user"),
            models.Index(fields=["club", "kind", "about", "-id"], name="deed_by_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.about or ''}"
