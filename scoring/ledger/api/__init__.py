"""/api/v1/: accounts of evenings, settling, statements and limits.

shapes  what is read and what is sent
plain   accounts as plain data
reads   the views that read
acts    the views that write
"""
