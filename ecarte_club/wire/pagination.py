from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """Follow `next` until it is null. A page costs the same however far in it lies."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-pk"
