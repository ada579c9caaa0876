"""A whole corpus at once: items packed into blocks, and their edits."""

from segmetrics.metrics.blocks.edit_blocks import block_edits
from segmetrics.metrics.blocks.packing import Block, block_from_masses, blocks

__all__ = [
    "Block",
    "block_edits",
    "block_from_masses",
    "blocks",
]
