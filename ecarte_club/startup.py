"""What every process does for itself while and once the site stands."""

import gc

ALLOCATED = 10_000
"""Objects more than are freed, until the young ones are searched for garbage: a large table makes
tens of thousands that all stay for a moment, and the import of the site half a million."""


def collect_seldom() -> None:
    gc.set_threshold(ALLOCATED, 10, 10)


def settle() -> None:
    """Modules, settings and addresses stay for good: no search for garbage goes through them."""
    gc.collect()
    gc.freeze()
