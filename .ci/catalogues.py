"""The catalogues of both languages: `update` brings them to the source, `check` finds what lacks.

English is written from the source itself; French is for a translator. The compiled files are
committed, so that a site needs no gettext.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib  # type: ignore[import-untyped]

PROJECT = Path(__file__).resolve().parent.parent
LOCALE = PROJECT / "locale"
SOURCES = ("ecarte_club", "games", "scoring", "templates", "static", "manage.py")
PLURALS = {"en": "nplurals=2; plural=(n != 1);", "fr": "nplurals=2; plural=(n > 1);"}

Key = tuple[str | None, str, str]
Catalogues = dict[str, polib.POFile]


def path_of(language: str, root: Path = LOCALE) -> Path:
    return root / language / "LC_MESSAGES" / "django.po"


def opened(path: Path) -> polib.POFile:
    return polib.pofile(str(path), wrapwidth=98)


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def name(entry_key: Key) -> str:
    return repr(entry_key[1])


def places(text: str) -> set[str]:
    """The placeholders to be filled in, as `%(name)s` or `{name}`."""
    return set(re.findall(r"%\(\w+\)[sd]|%[sd]|\{\w*\}", text))


def empty(language: str) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=98)
    catalogue.metadata = {
        "Project-Id-Version": "ecarte-club",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    return catalogue


def extracted() -> Catalogues:
    """What makemessages finds in a copy of the source, merged with the translations there are."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for source in SOURCES:
            if (PROJECT / source).is_dir():
                shutil.copytree(PROJECT / source, copy / source)
            else:
                shutil.copy(PROJECT / source, copy)
        for language in PLURALS:
            path = path_of(language, copy / "locale")
            path.parent.mkdir(parents=True)
            if path_of(language).exists():
                shutil.copy(path_of(language), path)
            else:
                empty(language).save(str(path))
        languages = [part for language in PLURALS for part in ("--locale", language)]
        subprocess.run(
            [
                *(sys.executable, "manage.py", "makemessages", *languages),
                *("--no-obsolete", "--no-wrap", "--add-location=file", "--verbosity=0"),
            ],
            cwd=copy,
            env={**os.environ, "DATA_DIR": str(copy / "var")},
            check=True,
        )
        return {language: opened(path_of(language, copy / "locale")) for language in PLURALS}


def fill_english(catalogue: polib.POFile) -> None:
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
        else:
            entry.msgstr = entry.msgid
        entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
        entry.previous_msgid = entry.previous_msgid_plural = entry.previous_msgctxt = None


def update() -> int:
    for language, catalogue in extracted().items():
        if language == "en":
            fill_english(catalogue)
        catalogue.metadata.pop("POT-Creation-Date", None)
        catalogue.sort(key=lambda entry: (entry.occurrences, entry.msgid))
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(path))
        opened(path).save_as_mofile(str(path.with_suffix(".mo")))
        left = len(faults_within(language, opened(path)))
        print(f"{path.relative_to(PROJECT)}: {len(catalogue)} messages, {left} to be translated")
    return 0


def faults_within(language: str, catalogue: polib.POFile) -> list[str]:
    faults = []
    for entry in catalogue:
        said = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        if entry.fuzzy:
            faults.append(f"{language}: fuzzy: {name(key(entry))}")
        elif entry.obsolete:
            faults.append(f"{language}: no longer used: {name(key(entry))}")
        elif not all(said):
            faults.append(f"{language}: not translated: {name(key(entry))}")
        elif any(places(text) - places(entry.msgid_plural or entry.msgid) for text in said):
            faults.append(f"{language}: names what the source does not give: {name(key(entry))}")
    return faults


def faults_against_source(committed: Catalogues) -> list[str]:
    faults = []
    for language, fresh in extracted().items():
        wanted, there = {key(entry) for entry in fresh}, {key(e) for e in committed[language]}
        faults += [f"{language}: missing: {name(one)}" for one in sorted(wanted - there, key=str)]
        faults += [f"{language}: unused: {name(one)}" for one in sorted(there - wanted, key=str)]
    return faults


def compiled_as_written(language: str, catalogue: polib.POFile) -> bool:
    path = path_of(language).with_suffix(".mo")
    return path.exists() and path.read_bytes() == catalogue.to_binary()


def check() -> int:
    absent = [language for language in PLURALS if not path_of(language).exists()]
    if absent:
        print(f"No catalogue for {', '.join(absent)}: `make messages` makes it.")
        return 1
    committed = {language: opened(path_of(language)) for language in PLURALS}
    faults: list[str] = []
    for language, catalogue in committed.items():
        faults += faults_within(language, catalogue)
        if not compiled_as_written(language, catalogue):
            faults.append(f"{language}: django.mo is not made from django.po")
    if shutil.which("xgettext"):
        faults += faults_against_source(committed)
    elif os.environ.get("STRICT") == "1":
        faults.append("xgettext (of gettext) is not here to compare with the source")
    else:
        print("skipped: the comparison with the source, which needs xgettext (of gettext)")
    if faults:
        print(*faults, "`make messages` brings the catalogues up to date.", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(update() if sys.argv[1:] == ["update"] else check())
