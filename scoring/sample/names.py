"""Players that do not exist."""

PLAYERS = (
    "Arthur Pemberley",
    "Aurélie Châtelain",
    "Beatrice Holloway-Finch",
    "Bénédicte Marchandeau",
    "Cecil Thornbury",
    "Cédric Lavorel",
    "Daphné Roussillon",
    "Dorothea Wexcombe",
    "Edmund Ashdown",
    "Éloïse Perrachon",
    "Florence Tattersfield",
    "François-Xavier Brévent",
    "Gaëlle Tissandier",
    "George Merrivale",
    "Harriet Oakshott",
    "Hélène Corbassière",
    "Imogen Larkspur",
    "Inès Malaterre",
    "Jasper Wetherby",
    "Jérôme Vauzelle",
    "Joséphine Aubépin",
    "Katharine Denholm-Price",
    "Kévin Dargnat",
    "Léopold Fontvieille",
    "Lionel Brackenbury",
    "Maëlys Grandjacques",
    "Margery Quill",
    "Nathaniel Stowe",
    "Noël Pétrequin",
    "Océane Villedieu",
    "Philibert Chassagnon",
    "Quentin Arboussier",
    "Raphaëlle Montmerle",
    "Sébastien Combaluzet",
    "Théophile Brindas",
    "Ursule Gourdon",
    "Victoire Saint-Foy",
    "Winifred Hartnell",
    "Yannick Belleroche",
    "Zoé Carrouge",
)
PRINTED = ("A. (Hoyle)", "Y. (Hoyle)")
PRIVATE = ("Apolline Verchère", "Rodolphe Cingria-Petit", "Sidonie d’Aubonne")
# Who comes tonight for the first time.
WALK_IN = "Clémence Aubrac"
# Who won a pool late at night, two weeks ago.
LATE = "Gaëlle Tissandier"
