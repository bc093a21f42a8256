"""Other projects' engines, each in its own environment, against ours in the same process."""
