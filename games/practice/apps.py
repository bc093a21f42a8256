"""What somebody plays alone: hands against a robot, lessons, and the daily problem.

A page's address has the seed and what its reader has done, and the rest is played again. Nothing is
stored but what was chosen in the problem of a day: of an account once, of a guest without a name.
"""

from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "games.practice"
