"""Fixtures for programs.

shapes  what is read, and what is sent
plain   things of the rooms as plain data
reads   fixtures, entrants, divisions, calendars
own     the addresses of one's own feeds
acts    making and changing them
paths   where each of them is
"""
