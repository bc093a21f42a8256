"""What follows when something goes wrong: the laws as rulings.

ids        what can go wrong, the questions, who chooses, the choices, and what each does
tree       questions and decisions, as a tree for each irregularity
deal_laws  the trees of laws 1 to 21: shuffling, cutting, dealing, a wrong number of cards
play_laws  the trees of laws 22 to 51: the king, exchanging, playing, the score
laws       the 51 laws, one by one
book       `rulings`: from an irregularity and facts to who may choose what, and the choice
effect     what the rulings of a hand record do to its marks
"""
