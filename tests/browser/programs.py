"""Where a Chromium is that Playwright has installed for itself."""

from pathlib import Path

SHELLS = ("chrome-headless-shell", "headless_shell")


def playwrights(whole: Path) -> list[str]:
    """`whole`: where the one with all its parts is, or would be; its shell, if any, comes first."""
    folder = next((one for one in whole.parents if one.name.startswith("chromium-")), whole.parent)
    beside = folder.with_name(folder.name.replace("chromium-", "chromium_headless_shell-"))
    shells = [path for name in SHELLS for path in beside.glob(f"*/{name}")]
    return [str(path) for path in (*shells, whole)]
