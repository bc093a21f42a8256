"""Teams for programs.

shapes  what is read, and what is sent
plain   teams as plain data
reads   teams and who plays for them
acts    entering and changing them
meetings, meeting_shapes  what they meet in
leaving, leaving_shapes  a team that leaves, comes back or comes late
adjustments  match points given and taken
boards  line-ups, and boards begun at an evening
standing, standing_shapes  the table of the teams
trying, trying_shapes  meetings that are only tried
paths   where each of them is
"""
