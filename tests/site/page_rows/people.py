from .kinds import Page

PAGES: dict[str, Page] = {}
