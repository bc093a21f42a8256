"""Robots, the adviser and the post-mortem. Each decides from a `View`, and from what views of the
same hand showed before; chance and the tables come in as data.

hints      the printed hints to players, as rows; what they say of a hand
beginner   plays by the printed hints
advice     what each action is worth in chances to win the game: the one function of the adviser,
           of the robots club and strong, and of the post-mortem
strong     bids as advised; what is close is mixed as the solved tables say
review     a match that is over, decision by decision
duel       deals played twice, with the seats changed
"""
