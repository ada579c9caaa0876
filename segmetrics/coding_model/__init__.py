"""A model of what each coder does to the boundaries that a group shares."""
