"""Speed and memory beside segeval and NLTK: ``python -m benchmarks``."""
