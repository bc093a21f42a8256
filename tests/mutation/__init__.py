"""Seeded faults in the core rules: does a test catch them?

`make mutation` (python -m tests.mutation) changes one place of a core module at a time and runs
the quick tests of its feature. A fault that no test notices is a gap in the tests.
"""
