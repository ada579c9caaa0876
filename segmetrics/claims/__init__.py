"""What the numbers of a corpus allow to say: decided here, for every page, paper and command.

A claim is of a kind, about some rows, and rests on the values that these rows hold. A medium writes
the claims in its own style and makes none of its own.
"""
