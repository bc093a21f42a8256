"""Benchmarks: ratios against a baseline of the same run. `make bench`, or `make bench ONLY=entry`.

They print and never fail on a time: machines differ, and only the ratios travel.
"""
