"""A net under changes that must not be seen: freezes what the program says, and compares.

``python -m tests.net freeze DIR`` writes what commands print and write, and what pages show, for
five corpora, and what commands compute of 200 random ones, a file for each; ``python -m tests.net
compare DIR`` makes them again and prints what differs. ``--only GLOB`` takes those whose names
match, as ``page.gaps.*``. It uses the command line and the pages alone, so that modules may be
renamed, and looks at another checkout where the variable ``NET_OF`` names its folder. A difference
says that something changed, not that it is wrong.
"""
