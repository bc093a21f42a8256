"""What is expected to go wrong when somebody asks for something: values that say what to do.

Pages turn a fault into a message beside the form, the API into a problem document. A bug is any
other exception.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

Text = str | Promise
ID_MOST = 2**63 - 1
Row = TypeVar("Row", bound="Model")


class Fault(Exception):
    """`code` is stable; `errors` maps a field's name to what is allowed there; `extra` is data.

    `field`: of the one field that `detail` is about, instead of `errors`.
    """

    status = 400

    def __init__(
        self,
        code: str,
        detail: Text,
        *,
        field: str = "",
        errors: Mapping[str, Text] | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.errors = {field: detail} if field else dict(errors or {})
        self.extra = dict(extra or {})


class Invalid(Fault):
    """Something in what was sent cannot be: `errors` says where."""

    status = 422

    def within(self, name: str) -> "Invalid":
        """The same of an object that was sent under `name`."""
        return self.renamed({f"{name}.{field}": text for field, text in self.errors.items()})

    def renamed(self, errors: Mapping[str, Text]) -> "Invalid":
        """The same, said of these fields."""
        return type(self)(self.code, self.detail, errors=errors, extra=self.extra)


class Denied(Fault):
    status = 403

    def __init__(self, detail: Text) -> None:
        super().__init__("not_allowed", detail)


class Absent(Fault):
    """Not there, or not for this person: the two are not told apart."""

    status = 404

    def __init__(self) -> None:
        super().__init__(
            "not_found", _("There is nothing here, or it belongs to a club that is not yours.")
        )


def get_or_absent(rows: "QuerySet[Row]", pk: int) -> Row:
    """The row with this id. Raises: Absent."""
    # `first` would put the rows in order, which takes Django as long as the rest.
    row = next(iter(rows.filter(pk=pk).order_by()[:1]), None) if pk <= ID_MOST else None
    if row is None:
        raise Absent
    return row


class TakenBack(Absent):
    """It was there, and what it was a part of goes on: at `address`, which is called `label`."""

    def __init__(self, detail: Text, *, address: str, label: str) -> None:
        super().__init__()
        self.detail = detail
        self.address = address
        self.label = label


class Moved(Fault):
    """The club is at another site now. `address`: the site; `raised`: by how much ids are higher
    there."""

    status = 308

    def __init__(self, detail: Text, *, address: str, raised: int = 0) -> None:
        super().__init__("club_moved", detail, extra={"moved_to": address})
        self.address = address
        self.label = address
        self.raised = raised


class Stale(Fault):
    """The thing has changed since the version that the write was made on."""

    status = 409

    def __init__(self, *, sent: int, current: int) -> None:
        super().__init__(
            "stale_version",
            _(
                "This has changed since you opened this page: you worked on version "
                "%(sent)s, it is now version %(current)s. Read it again, then send "
                "again if your change still applies."
            )
            % {"sent": sent, "current": current},
            errors={
                "version": _("Must be %(current)s, the current version.") % {"current": current}
            },
            extra={"current_version": current},
        )


class TooOften(Fault):
    """`wait`: seconds until it may be tried again."""

    status = 429

    def __init__(self, detail: Text, *, wait: float) -> None:
        super().__init__("too_often", detail)
        self.wait = wait


class KeyReused(Fault):
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "key_reused",
            _("This Idempotency-Key was used before with other content. Make a new key."),
        )


class Unavailable(Fault):
    """Something that the site stands on is away. `wait`: seconds until it may be tried again."""

    status = 503

    def __init__(self, code: str, detail: Text, *, wait: float) -> None:
        super().__init__(code, detail)
        self.wait = wait
