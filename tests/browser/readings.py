"""Pages as the site sends them to somebody who looks at a page in a browser, read without one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Page

from tests.support.plain_http import UNUSED

from .markup_kinds import LOADED, tags

IN_SHEET = re.compile(r"""url\(["']?([^"')]+)""")
# Of links to files only those without which a page is not shown.
SHOWN = ("stylesheet", "preload")


@dataclass(frozen=True, slots=True)
class Reading:
    """`weight`: in bytes, with the files that the page and its style sheets name, as sent."""

    text: str
    weight: int


@dataclass(slots=True)
class Reader:
    client: httpx.Client
    sizes: dict[str, int] = field(default_factory=dict)
    named: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def beside(cls, page: Page, site: str, language: str) -> "Reader":
        """With the same cookies."""
        cookies = {one["name"]: one["value"] for one in page.context.cookies()}
        headers = {"Accept-Language": language}
        return cls(
            httpx.Client(
                base_url=site,
                cookies=cookies,
                headers=headers,
                follow_redirects=True,
                timeout=60,
                verify=UNUSED,
            )
        )

    def read(self, path: str) -> tuple[str, Reading | None]:
        """Where the reader ends up, and the page, if it is a whole one and no file."""
        answer = self.client.get(path)
        assert answer.status_code < 500, path
        shown = answer.url.path if answer.is_success else str(answer.status_code)
        # A part of a page says of no kind of document that it is one.
        if "content-disposition" in answer.headers or not answer.text.startswith("<!doctype html"):
            return shown, None
        files = self._with_named(set(_files(answer.text)))
        weight = answer.num_bytes_downloaded + sum(self.sizes[one] for one in files)
        return shown, Reading(answer.text, weight)

    def _with_named(self, files: set[str]) -> set[str]:
        for file in files - self.named.keys():
            answer = self.client.get(file)
            assert answer.is_success, file
            self.sizes[file] = answer.num_bytes_downloaded
            is_sheet = file.endswith(".css")
            names = IN_SHEET.findall(answer.text) if is_sheet else []
            self.named[file] = {urljoin(file, name) for name in names if name[:5] != "data:"}
            self._with_named(self.named[file])
        return files.union(*(self.named[file] for file in files))


def _files(html: str) -> Iterator[str]:
    for name, attributes in tags(html):
        if name == "link" and attributes.get("rel") not in SHOWN:
            continue
        file = attributes.get(LOADED.get(name, ""), "").partition("#")[0]
        if file.startswith("/"):
            yield file
