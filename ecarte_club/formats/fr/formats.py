"""The hour as a French club writes it: 14 mars 2026 à 21 h 14. (No-break spaces around the h.)"""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j N Y"
TIME_FORMAT = "G\u00a0\\h\u00a0i"
DATETIME_FORMAT = f"{DATE_FORMAT} à {TIME_FORMAT}"
SHORT_DATETIME_FORMAT = f"{SHORT_DATE_FORMAT} à {TIME_FORMAT}"
