"""The transcript of a match played online: its deals, its acts, and whether they are right.

acts       each act as a line of the notation, and back
model      a transcript as values
files      its one form as JSON, written and read
replaying  its acts through the engine, to the results
checks     the checks that every program makes, and a transcript completed from links and acts
notation   a transcript as a match in the notation
"""
