# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An empty folder for each test, and scripts that stand in for programs."""

import pathlib
import tempfile
import unittest


class FolderCase(unittest.TestCase):
    """Gives each test an empty folder: self.top as a path, self.folder as its name."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.folder = str(self.top)

    def files(self):
        return sorted(self.top.rglob("*"))

    def assert_told_in_a_line(self, run, words):
        """Check that a command was refused: status 2, one line with the words, no output."""
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(words, run.stderr)

    def assert_is_png(self, path):
        self.assertEqual(path.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")


def write_script(path, text):
    path.write_text(text)
    path.chmod(0o755)
