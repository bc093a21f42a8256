from django.urls import path

from .views import archive_delete, archive_file, archive_list

urlpatterns = [
    path("clubs/<slug:slug>/committee/archives/", archive_list, name="archives"),
    path("clubs/<slug:slug>/committee/archives/<int:pk>.zip", archive_file, name="archive_file"),
    path(
        "clubs/<slug:slug>/committee/archives/<int:pk>/delete/",
        archive_delete,
        name="archive_delete",
    ),
]
