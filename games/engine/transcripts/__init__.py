"""The transcript of a match played online: its deals, its acts, and whether they are right.

acts    each act as a line of the notation, and back
"""
