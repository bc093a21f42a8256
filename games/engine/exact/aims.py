"""What a player may want of the five tricks: the worth to him of making none, one … all five."""

Aim = tuple[int, int, int, int, int, int]
"""Never falling: no trick is one too many."""

TRICKS: Aim = (0, 1, 2, 3, 4, 5)
POINT: Aim = (0, 0, 0, 1, 1, 1)
VOLE: Aim = (0, 1, 1, 1, 1, 2)
"""To make the vole, and failing that to save it."""
