"""The tests ask over plain HTTP: no client of theirs need read the certificates of the world."""

import ssl

UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For httpx's `verify`; reading the machine's certificates is most of what a client costs."""
