"""TRF16, FIDE's tournament report: what is in a file, how it is read, and how it is written.

Columns are those of the FIDE Handbook, C.04.A, annex 2; XXR and XXC are JaVaFo's. White stands for
the first deal. A line XXG of our own has the games that each of two won, where they play several:
the round, the number of the player who deals first, that of the other, and "2-1".
"""
