"""What was chosen in the problem of a day, to say how many chose the same."""

from django.db import models

from ecarte_club.clubs.models import User

ACTION_MOST = 20


class ProblemChoice(models.Model):
    """The first of each account; of a guest nothing is known but the choice."""

    day = models.DateField()
    action = models.CharField(max_length=ACTION_MOST)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["day", "user"], name="problem_chosen_once"),
        ]
        indexes = [models.Index(fields=["day", "action"], name="problem_choices_of_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.action}"
