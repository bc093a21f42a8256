"""Where tables online are opened, one after another on the same page: for another one the browser
begins anew only if the device or the language is another."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page, Route

from .online_table import PATH, State, Table
from .visits import PATIENCE, Scheme

# News comes when the test says so.
STREAM = """
window.EventSource = class extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
    this.readyState = 1;
    window.stream = this;
  }
  close() { this.readyState = 2; }
};
window.news = (name, data) => window.stream.dispatchEvent(
  new MessageEvent(name, { data: JSON.stringify(data) }));
"""
# A touch screen, its language, and whether scripts run.
Device = tuple[bool, str, bool]


@dataclass
class Window:
    """Each table is at a site of its own, so that the browser has stored nothing of those before,
    and what they may still send is not taken for the new one's."""

    page: Page
    tables: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.context.route("**/*", self._handle)
        self.page.on("pageerror", lambda error: self.tables[-1].troubles.append(str(error)))
        self.page.on("console", lambda said: self.tables[-1].console(said.type, said.text))

    def opens(self, table: Table) -> None:
        # Nothing lies under the pointer.
        self.page.mouse.move(0, 0)
        self.tables.append(table)
        self.page.goto(f"http://t{len(self.tables) - 1}.table.test{PATH}")

    def _handle(self, route: Route) -> None:
        host = route.request.url.split("/")[2]
        self.tables[int(host.partition(".")[0][1:])].handle(route)


@dataclass
class Tables:
    browser: Browser
    windows: dict[Device, Window] = field(default_factory=dict)

    def open(
        self,
        state: State,
        *,
        width: int = 360,
        height: int = 640,
        scheme: Scheme = "light",
        language: str = "en",
        script: bool = True,
        advice: State | None = None,
    ) -> Table:
        device = (width < 768, language, script)
        if device not in self.windows:
            self.windows[device] = self._window(*device)
        window = self.windows[device]
        window.page.set_viewport_size({"width": width, "height": height})
        window.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        table = Table(window.page, state, language, advice=advice)
        window.opens(table)
        return table.ready() if script and state["status"] == "playing" else table

    def _window(self, has_touch: bool, language: str, script: bool) -> Window:
        context = self.browser.new_context(
            has_touch=has_touch,
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            java_script_enabled=script,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(STREAM)
        return Window(context.new_page())

    def close(self) -> None:
        for window in self.windows.values():
            window.page.context.close()


At = Callable[..., Table]
"""Opens the table in a state: see `Tables.open`."""
