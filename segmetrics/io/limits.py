"""How much a file from a stranger may ask for; docs/formats/README.md lists these limits.

The largest number of units of an item is `segmetrics.segmentation.MAX_MASS`.
"""

MAX_BYTES = 1_000_000_000  # Bytes of all files together, unpacked
MAX_FILES = 50_000  # Files of one import, archives and those in them counted
MAX_PATH = 1000  # Characters in the name of a file with its folders
MAX_PATTERN = 300  # Characters in a pattern of the names of files
MAX_STARS = 20  # Stars in such a pattern
MAX_ENTRIES = 100_000  # Entries of an archive, folders and files that are passed over counted
MAX_ARCHIVE_DEPTH = 3  # Archives within archives: an archive that was given has depth 1
MAX_RATIO = 200  # Bytes that one byte of an archive may become
SMALL_ARCHIVE = 10_000_000  # Bytes that any archive may become, however small it is
MAX_PROBLEMS = 5_000  # Problems and notices of files listed; beyond them the first of each item
MAX_ITEMS = 100_000  # Items of a corpus
MAX_CODERS = 20_000  # Coders of a corpus
MAX_NAME = 300  # Characters in the name of an item, a coder or a type
MAX_PLACES = 100_000_000  # Places of one item by all coders; more would take gigabytes
MAX_BOUNDARIES = 20_000_000  # Boundaries and marked spans of all codings of one import
MAX_CELLS = 20_000_000  # Cells of a workbook, empty ones before others in their rows too
MAX_WORKBOOK = 200_000_000  # Characters in the cells of a workbook
