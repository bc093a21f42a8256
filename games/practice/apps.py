"""What somebody plays alone: hands against a robot, lessons, and the daily problem.

Nothing of it is stored: a page's address has the seed and what its reader has done, and the rest is
played again.
"""

from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "games.practice"
