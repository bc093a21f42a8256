"""Accounts, and the keys of their programs."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Scope
from ecarte_club.core.collation import SortKeyField
from ecarte_club.core.composed import Composed


class UserManager(BaseUserManager["User"]):
    def get(self, *args: Any, **kwargs: Any) -> "User":
        """By the id alone, as every request of who signed in asks, it is a composed query."""
        if args or kwargs.keys() != {"pk"} or self._db or not isinstance(kwargs["pk"], int):
            return super().get(*args, **kwargs)
        user = _users.first(pk=kwargs["pk"])
        if user is None:
            raise self.model.DoesNotExist
        return user

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """An account. What it may do depends on its roles in each club, and is never stored here."""

    username = None  # type: ignore[assignment]  # taken out of the parent
    first_name = None  # type: ignore[assignment]  # taken out of the parent
    last_name = None  # type: ignore[assignment]  # taken out of the parent
    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    language = models.CharField(
        _("language of e-mails"), max_length=2, choices=settings.LANGUAGES, default="en"
    )
    # When it turned out that what is sent to the address reaches them; none for not yet.
    email_verified_at = models.DateTimeField(null=True, blank=True)
    # Part of the addresses for calendar programs: it is raised to make all old addresses invalid.
    calendar_number = models.PositiveIntegerField(default=0)
    # Raised to end all sessions of the user.
    session_number = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]  # as Django reads it

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.email

    def get_session_auth_hash(self) -> str:
        """What a session is compared with at each request."""
        own = super().get_session_auth_hash()
        return f"{own}-{self.session_number}" if self.session_number else own


_users = Composed(lambda pk: User.objects.filter(pk=pk).order_by(), pk=int)


class Token(models.Model):
    """A program's key. Only its digest is stored; the secret is shown once, when it is created."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    scopes = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} {self.hint}…"

    def scope_names(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]
