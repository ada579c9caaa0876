"""A whole corpus at once: items packed into blocks, and their edits."""

from segmetrics.batch.blocks import Block, block_from_masses, blocks
from segmetrics.batch.edits import BlockEdits, block_edits

__all__ = [
    "Block",
    "BlockEdits",
    "block_edits",
    "block_from_masses",
    "blocks",
]
