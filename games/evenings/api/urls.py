from . import results, table_codes, views

urlpatterns = [*views.PATHS, *table_codes.PATHS, *results.PATHS]
