DIGITS_MOST = 18


def whole(value: str) -> int | None:
    """The number, if these are digits and a database can hold it."""
    digits = value.isascii() and value.isdigit() and len(value) <= DIGITS_MOST
    return int(value) if digits else None
