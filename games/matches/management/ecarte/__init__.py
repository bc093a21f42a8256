"""The parts of `manage.py ecarte`: a module for each.

`PARSER`: what its parser is made with beside `HELP`, a line. `output(options)`: what is printed;
raises CommandError with what to do about it.
"""
