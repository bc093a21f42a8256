"""The faces of the cards, drawn by numbers: `sprite` makes static/svg/faces.svg of them.

A card is 300 wide and 420 high, its middle at 150, 210. What stands in the upper half is drawn
once and turned about the middle for the lower.

ink      colours, and how a line or a shape is written
pips     the four suits, and where they stand on each card
letters  the corner indices, French and English
courts   king, queen and knave: what they wear and hold
sprite   all symbols, in one file that pages refer to
"""
