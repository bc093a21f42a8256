"""XLSX and ODS files written by hand, as small as the formats allow."""

from collections.abc import Sequence
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
OPEN = "http://schemas.openxmlformats.org"
REL = f"{OPEN}/officeDocument/2006/relationships"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
Rows = Sequence[Sequence[str]]


def _zipped(files: dict[str, str]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file.getvalue()


def xlsx(rows: Rows, *, cells: str = "") -> bytes:
    """`cells`: instead of `rows`, the rows as XML."""
    made = cells or "".join(_row(line, row) for line, row in enumerate(rows, start=1))
    sheet = f"{OPEN}/spreadsheetml/2006/main"
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    return _zipped(
        {
            "[Content_Types].xml": f'{HEAD}<Types xmlns="{OPEN}/package/2006/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{main}"/></Types>',
            "_rels/.rels": _relation("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml": f'{HEAD}<workbook xmlns="{sheet}" xmlns:r="{REL}"><sheets>'
            '<sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _relation("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'{HEAD}<worksheet xmlns="{sheet}"><sheetData>{made}'
            "</sheetData></worksheet>",
        }
    )


def _relation(kind: str, target: str) -> str:
    return (
        f'{HEAD}<Relationships xmlns="{OPEN}/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{REL}/{kind}" Target="{target}"/></Relationships>'
    )


def _row(line: int, row: Sequence[str]) -> str:
    cells = "".join(_cell(line, place, text) for place, text in enumerate(row))
    return f'<row r="{line}">{cells}</row>'


def _cell(line: int, place: int, text: str) -> str:
    place_name = f"{chr(ord('A') + place)}{line}"
    return f'<c r="{place_name}" t="inlineStr"><is><t>{escape(text)}</t></is></c>' if text else ""


def ods(rows: Rows) -> bytes:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    made = "".join(
        f"<table:table-row>{''.join(cell.format(escape(text)) for text in row)}</table:table-row>"
        for row in rows
    )
    return _zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'{HEAD}<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>',
            "content.xml": f'{HEAD}<office:document-content xmlns:office="{OASIS}:office:1.0" '
            f'xmlns:table="{OASIS}:table:1.0" xmlns:text="{OASIS}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="Members">{made}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )
