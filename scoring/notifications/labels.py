"""What a notification says: words alone, without a name, a figure or a card."""

from django.utils.translation import gettext as _

from .models import TEST, Kind


def words(kind: str) -> tuple[str, str]:
    """The title and the line below it, in the language that is active."""
    return {
        Kind.TURN.value: (
            _("It is your turn"),
            _("Somebody is waiting for you at a table online."),
        ),
        Kind.TABLE.value: (_("Your next table"), _("See where you play, and against whom.")),
        Kind.RESULT.value: (_("A result to confirm"), _("See whether it is right.")),
        Kind.DEBT.value: (_("Something to pay"), _("Evenings were settled up.")),
        TEST: (_("Notifications work"), _("This is the test that you asked for.")),
    }[kind]


def device_name(agent: str) -> str:
    """The browser and the system that a User-Agent names, as their owner would."""
    browsers = (
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("Chrome", "Chrome"),
        ("CriOS", "Chrome"),
        ("Safari", "Safari"),
    )
    systems = (
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    )
    browser = next((name for sign, name in browsers if sign in agent), "")
    system = next((name for sign, name in systems if sign in agent), "")
    if browser and system:
        # Translators: the names of a browser and of a system, such as “Firefox”, “Android”.
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser")
