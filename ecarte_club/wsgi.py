"""Pages and API for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

from ecarte_club.startup import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
application = get_wsgi_application()
settle()
