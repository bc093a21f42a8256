"""Teams for programs.

shapes  what is read, and what is sent
plain   teams as plain data
reads   teams and who plays for them
acts    entering and changing them
meetings, meeting_shapes  what they meet in
boards  line-ups, and boards begun at an evening
standing, standing_shapes  the table of the teams
paths   where each of them is
"""
