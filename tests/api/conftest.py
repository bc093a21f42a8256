from tests.clubrooms import _afresh, emptied, house, neighbour

__all__ = ["_afresh", "emptied", "house", "neighbour"]
