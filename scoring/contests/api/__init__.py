"""/api/v1/: contests of an evening.

events   every event of every contest, as it is sent and read
forms    what is sent
shapes   what is read
finding  which contests somebody may see
people   who is named in one
plain    a contest as plain data
log      its entries as plain data
reads    the views that read
acts     the views that write
"""
