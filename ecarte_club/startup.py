"""What every server does once the site stands."""

import gc

ALLOCATED = 10_000
"""Objects more than are freed, until the young ones are searched for garbage: a large table makes
tens of thousands that all stay for a moment."""


def settle() -> None:
    """Modules, settings and addresses stay for good: no search for garbage goes through them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATED, 10, 10)
