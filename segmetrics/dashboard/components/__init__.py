"""The browser components: links, tables, heat maps, segmentations as strips, the text.

Each is a small JavaScript file beside the module that calls it. Names and texts from files
only ever reach the page as text.
"""

from segmetrics.dashboard.components.coder_cards_component import coder_cards
from segmetrics.dashboard.components.columns_component import MenuColumn, column_menus
from segmetrics.dashboard.components.coverage_component import coverage_picture
from segmetrics.dashboard.components.drawing_component import DrawnLane, drawing
from segmetrics.dashboard.components.heat_map_component import heat_map, texts_on_hover
from segmetrics.dashboard.components.highlights import seen_by, seen_edits
from segmetrics.dashboard.components.item_list_component import item_list
from segmetrics.dashboard.components.lane_components import chart_picture, pair_view, strips
from segmetrics.dashboard.components.link_components import Link, close, links, navigation, trail
from segmetrics.dashboard.components.prose_component import prose
from segmetrics.dashboard.components.reading_component import reading
from segmetrics.dashboard.components.recording_component import recording, shaded_recordings
from segmetrics.dashboard.components.small_multiples import multiples, overview
from segmetrics.dashboard.components.table_component import table
