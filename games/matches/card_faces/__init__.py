"""The faces of the cards, drawn by numbers: `sprite` makes static/svg/faces.svg of them.

A card is 300 wide and 420 high, its middle at 150, 210. What stands in the upper half is drawn
once and turned about the middle for the lower.
"""
