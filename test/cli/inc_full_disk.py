# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A disk of 64 KiB, and standard output that cannot be written."""

import os
import subprocess
import tempfile


def mount(case):
    """Return the folder of a mounted file system of 64 KiB; skip the test if none can be
    mounted."""
    folder = tempfile.mkdtemp()
    case.addCleanup(os.rmdir, folder)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder],
                          stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip
    if done.returncode != 0:
        case.skipTest(f"NOT TESTED: no file system of 64 KiB can be mounted: {done.stderr}")
    case.addCleanup(subprocess.run, ["umount", folder], check=True)
    return folder


def assert_told(case, command, reason, **options):
    """Check that the command prints one line with the reason, or one of several, and exits with
    2."""
    options = {"stdout": subprocess.PIPE, **options}
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
                         **options)  # fmt: skip
    case.assertEqual(run.returncode, 2, (command, run.stderr))
    case.assertEqual(len(run.stderr.splitlines()), 1, (command, run.stderr))
    reasons = (reason,) if isinstance(reason, str) else reason
    case.assertTrue(any(each in run.stderr for each in reasons), (command, run.stderr))


def assert_tells_lost_output(case, command, **options):
    """Check the command with standard output on a full disk and on a closed pipe."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert_told(case, command, "No space left on device", stdout=full, **options)
    read, write = os.pipe()
    os.close(read)
    assert_told(case, command, "Broken pipe", stdout=write, **options)
    os.close(write)
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    assert_told(case, closed, "standard output: ", **options)
