"""`python -m tests.support.migrate`: all migrations, for a database of tests.

The models of a step are made anew with those that they touch, not with all that these lead to,
which would be nearly all of the site for each table that is added. Steps that move rows might see
the difference, but have none to move.
"""

import django
from django.core.management import call_command
from django.db.migrations.state import ProjectState

_reload = ProjectState.reload_model


def reload_near(state: ProjectState, app: str, model: str, delay: bool = False) -> None:
    _reload(state, app, model, delay=True)


if __name__ == "__main__":
    ProjectState.reload_model = reload_near  # type: ignore[assignment, method-assign]
    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
