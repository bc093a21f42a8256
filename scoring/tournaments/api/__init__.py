"""/api/v1/: tournaments. Directors change them in `actions`, `playing` and `pools`."""
