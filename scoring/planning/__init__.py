"""A season that is planned: what is asked for, and what is read of its fixtures.

plans       how fixtures are to be made, as data
foreseeing  the rounds that a plan comes to
reasons     why it cannot be, in words
states      how a fixture stands
reading     fixtures for pages, programs and spreadsheets
proposing   the divisions of the next season
months      evenings and fixtures by the day
feeds       the same, for the calendars of others
"""
