"""The site, with one more address: a bare view that returns ready bytes."""

from ecarte_club.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
