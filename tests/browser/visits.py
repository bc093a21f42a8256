"""People who open the site's pages, each in a browser of his own, and what may not happen there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Literal

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    FilePayload,
    Page,
    Request,
    Response,
)

from scoring.sample.people import PASSWORD, SLUG
from tests.support.served import Served

OUTSIDE = (
    "Failed to load resource",
    "An unknown error occurred when fetching the script.",
    "htmx:afterRequest",
    "htmx:responseError",
    "htmx:sendAbort",
    "htmx:sendError",
    # At the address of a room, where there is no HTTPS.
    "The Cross-Origin-Opener-Policy header has been ignored",
)
CLUB = f"/clubs/{SLUG}/"
# In milliseconds: how long a busy machine may take for what is waited for.
PATIENCE = 30_000
Scheme = Literal["light", "dark"]
Sent = str | float | bool


@dataclass
class Visits:
    """`signed_in` keeps what signing in left in the browser, by e-mail, so that it is done once.

    `troubles` is what no page may do: errors of scripts, breaches of the content security policy,
    requests to other hosts, answers of 500 and above. `any_certificate`: the site's own is no
    authority's. Without a `worker`: as at an address without HTTPS, and with less to do. `kept`:
    pages that the tests of a module open again, by who has them and what script they begin with.
    """

    browser: Browser
    site: Served
    signed_in: dict[str, Any]
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    any_certificate: bool = False
    worker: bool = True
    kept: dict[tuple[str, str], Page] = field(default_factory=dict)
    kept_in_use: list[Page] = field(default_factory=list)

    def page(
        self,
        who: str = "",
        path: str = "",
        *,
        width: int = 360,
        height: int = 740,
        scheme: Scheme = "light",
        language: str = "en",
        script: bool = True,
        worker: bool | None = None,
    ) -> Page:
        """A new browser with `path` open, as seen by the holder of the sample sign-in `who`.

        `worker`: otherwise than for all.
        """
        email = f"{who}@example.org"
        if who and email not in self.signed_in:
            self.signed_in[email] = self._sign_in(email)
        context = self.browser.new_context(
            base_url=self.site.url,
            viewport={"width": width, "height": height},
            has_touch=width < 768,
            color_scheme=scheme,
            reduced_motion="reduce",
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            java_script_enabled=script,
            service_workers="allow" if (self.worker if worker is None else worker) else "block",
            storage_state=self.signed_in.get(email),
            ignore_https_errors=self.any_certificate,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        self.watch(page)
        if path:
            page.goto(path)
        return page

    def kept_page(self, who: str, path: str = "", *, script: str = "") -> Page:
        """As `page`, at a third of the work, in a browser that other tests of the module had before
        and will have: for a test that leaves no cookie, draft, route or look in it."""
        page = self.kept.get((who, script))
        if page is None:
            page = self.kept[who, script] = self.page(who)
            self.contexts.remove(page.context)
            if script:
                page.add_init_script(script)
        else:
            assert page not in self.kept_in_use, f"{who} has it open in this test."
            self.watch(page)
        self.kept_in_use.append(page)
        if path:
            page.goto(path)
        return page

    def leave(self) -> None:
        """Closes what was opened; what the kept pages do from now on is no matter of this test."""
        for context in self.contexts:
            context.close()
        for page in self.kept_in_use:
            page.remove_listener("console", self._console)
            page.remove_listener("pageerror", self._error)
            page.remove_listener("request", self._request)
            page.remove_listener("response", self._response)

    def _sign_in(self, email: str) -> object:
        """What the form would send is sent without it, as people do in tests of signing in."""
        context = self.browser.new_context(
            base_url=self.site.url, ignore_https_errors=self.any_certificate
        )
        path = "/account/login/"
        address = context.request.get(path).url
        (token,) = (one["value"] for one in context.cookies() if one["name"] == "csrftoken")
        sent: dict[str, Sent] = {
            "login": email,
            "password": PASSWORD,
            "csrfmiddlewaretoken": token,
        }
        answer = context.request.post(path, form=sent, headers={"Referer": address})
        assert answer.ok
        assert path not in answer.url
        found = context.storage_state()
        context.close()
        return found

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        # Told too, and no fault of the page: an answer of 4xx, a network that is away.
        if message.type == "error" and not message.text.startswith(OUTSIDE):
            self.troubles.append(message.text)

    def _error(self, error: Error) -> None:
        self.troubles.append(error.stack or str(error))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.troubles.append(f"a request to {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} for {response.url}")


def sign_in(page: Page, email: str) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def posted(
    page: Page, path: str, form: Mapping[str, str], file: bytes | None = None, referer: str = ""
) -> APIResponse:
    """The page of the club to which a form leads that is sent once, without being opened.

    `referer`: which page of the site it is sent from, if not from the one that is open."""
    (token,) = (one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    sent: dict[str, Sent] = {**form, "key": token_hex(8), "csrfmiddlewaretoken": token}
    headers = {"Referer": referer or page.url}
    if file is None:
        answer = page.request.post(f"{CLUB}{path}", form=sent, headers=headers)
    else:
        csv = FilePayload(name="sheet.csv", mimeType="text/csv", buffer=file)
        answer = page.request.post(f"{CLUB}{path}", multipart={**sent, "csv": csv}, headers=headers)
    assert answer.ok, (path, answer.status, answer.text()[:2000])
    return answer


def wait_until(page: Page, condition: str) -> None:
    """Until the JavaScript expression is true: `wait_for_function` asks a second time with what the
    site's Content-Security-Policy forbids."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"Never true: {condition}")
