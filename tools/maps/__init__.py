"""Drawn maps from Natural Earth and our own data: ``python -m tools.maps --help``.

Needs the extra ``maps`` and a folder with two files of Natural Earth 1:10m (public domain):
``countries-10m.json`` (world-atlas 2, a topology of the countries with their names) and
``ne_10m_admin_1_states_provinces_lines.shp``.

1. `territories`: countries are cut along province lines, and each piece goes to the territory with
   the nearest point among those that have a point in its country. `points/*.csv` has the points.
2. `projection`, `plane`: everything is drawn on the plane, each territory whole, beside its first
   point; straits are opened, small islands become islets, and the whole is simplified at once so
   that neighbours keep one border.
3. `sea`: the ocean is shared out among the sea zones by their points.
4. `contacts`, `coasts`: where the drawing shows a coast that the scenario does not know, a strip
   of sea changes hands; what still differs from the scenario is reported.

The result is written in the format of client/maps/README.md.
"""
