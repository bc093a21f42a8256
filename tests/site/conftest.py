from tests.clubrooms import _afresh, house, neighbour

__all__ = ["_afresh", "house", "neighbour"]
