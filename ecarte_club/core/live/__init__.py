"""Who watches a thing hears its version when it changes, and then asks for it as for any page.

Only "topic, version" travels here, so a lost message loses nothing: the next one, or the watcher's
own question on return, brings the page up to date.
"""

from .publishing import announce
from .tickets import ticket
from .typing_status import pads_typing, typing

__all__ = ["announce", "pads_typing", "ticket", "typing"]
