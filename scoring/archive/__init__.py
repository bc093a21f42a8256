"""A club's archive: everything that it has, as one zip of plain files, and how it is read again."""
