# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Sphinx's settings for the manual; ./inc doc calls it."""

import pathlib

project = "inc"
author = "The inc authors"
copyright = "2026, the inc authors"  # pylint: disable=redefined-builtin
# The manual is built from a copy of this folder, beside the file VERSION's.
release = (pathlib.Path(__file__).parent / "VERSION").read_text(encoding="utf-8").strip()
root_doc = "inc"
html_theme = "alabaster"
html_theme_options = {"body_min_width": "0", "description": "In-network computing for ns-3"}
html_static_path = ["inc-manual.css"]
html_css_files = ["inc-manual.css"]
html_show_sourcelink = False
html_sidebars = {"**": ["about.html", "searchbox.html", "localtoc.html", "navigation.html"]}
nitpicky = True
