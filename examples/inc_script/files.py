# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes each file whole or not at all, and finds out the version of the programs."""

import os
import tempfile


def write(path, make):
    """Call make(temporary path) and rename the file to path, so that it appears whole or not at
    all."""
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
    """Write a text to path, whole or not at all."""
    write(path, lambda temporary: _fill(temporary, text))


def version():
    """Return the version of the checkout. Results carry it because programs of another version can
    give other results."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "VERSION"), encoding="utf-8") as file:
        return file.readline().strip()
