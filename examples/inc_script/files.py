# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files that are written whole or not at all, and the version that wrote them."""

import os
import tempfile


def write(path, make):
    """Whole or not at all: make(temporary path) and rename."""
    folder = os.path.dirname(path)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".inc-")
    os.close(handle)
    try:
        make(temporary)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _fill(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def write_text(path, text):
    """The same with a text."""
    write(path, lambda temporary: _fill(temporary, text))


def version():
    """What results are the results of: programs of another version may answer otherwise."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "VERSION"), encoding="utf-8") as file:
        return file.readline().strip()
