"""From paper and back."""

from django.core.files.uploadedfile import SimpleUploadedFile

from ecarte_club.clubs.permissions import Act
from tests.support.sheets import ANN_WINS, file_of

from .kinds import Page

PAGES: dict[str, Page] = {
    "sheet_export": Page("score-sheet.csv", Act.SEE_CLUB),
    "imports": Page(
        "imports/",
        Act.IMPORT_SHEETS,
        sent=lambda _: {"csv": SimpleUploadedFile("sheets.csv", file_of(*ANN_WINS))},
    ),
    "import_show": Page("imports/{sheet}/", Act.IMPORT_SHEETS, sent=lambda _: {"act": "do"}),
    "grid": Page(
        "evenings/{evening}/grid/",
        Act.ENTER_ANY,
        sent=lambda scene: {
            "act": "save",
            "table": str(scene.table.pk),
            "player_a": str(scene.house.players["ann"].pk),
            "player_b": str(scene.house.players["cyd"].pk),
            "season": str(scene.season.pk),
            "dealer": "a",
            "row": ["312", "025"],
        },
    ),
    "print_sheets": Page("evenings/{evening}/print/sheets/", Act.RUN_EVENING),
    "print_results": Page("evenings/{evening}/print/results/", Act.SEE_PUBLIC, any_table=True),
}
