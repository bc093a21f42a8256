"""Lists inside the sentences of a template."""

from django import template

from ecarte_club.core.sentences import and_list

register = template.Library()
register.filter(and_list)
