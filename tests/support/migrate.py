"""`python -m tests.support.migrate`: all migrations, for a database of tests.

A model that a step adds is made alone, and one that it changes is made anew with those that it
touches, not with all that these lead to, which would be nearly all of the site for each table that
is added. Steps that move rows might see the difference, but have none to move.
"""

import django
from django.core.management import call_command
from django.db.migrations.state import ProjectState

_reload = ProjectState.reload_model


def reload_near(state: ProjectState, app: str, model: str, delay: bool = False) -> None:
    # Or all models are made at the first need.
    if "apps" in state.__dict__ and model not in state.apps.all_models[app]:
        state.apps.render_multiple([state.models[app, model]])
    else:
        _reload(state, app, model, delay=True)


if __name__ == "__main__":
    ProjectState.reload_model = reload_near  # type: ignore[assignment, method-assign]
    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
