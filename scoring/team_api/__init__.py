"""Teams for programs.

shapes  what is read, and what is sent
plain   teams as plain data
reads   teams and who plays for them
acts    entering and changing them
paths   where each of them is
"""
