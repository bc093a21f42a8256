"""The whole of a large club on one machine: `python -m ecarte_club.stack`."""
