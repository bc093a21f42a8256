"""The site as a later version of it would be: its worker stores something else too."""

from ecarte_club.asgi import application
from games.matches.views import device

__all__ = ["application"]

vars(device)["STORED"] = (*device.STORED, "css/print.css")
