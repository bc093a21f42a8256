"""The sample club: people, seasons and hands made up from a seed, to try the site with."""
