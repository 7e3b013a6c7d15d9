#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""After cmake --install, a project of ten lines finds the module by CMake and by pkg-config."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve().parent
SOURCE = pathlib.Path(__file__).resolve().parents[2]
CONSUMER = SOURCE / "test" / "reference" / "consumer"
PUBLIC_ROOMS = [room for room in (SOURCE / "src").iterdir()
                if room.is_dir() and room.name not in ("sim", "bench")]  # fmt: skip


@unittest.skipUnless((BUILD / "CMakeCache.txt").exists(), "no build of CMake's")
class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.top = pathlib.Path(cls.folder.name).resolve()
        cls.prefix = cls.top / "prefix"
        cls.call("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.library = next(cls.prefix.rglob("libinc.so"))

    @classmethod
    def call(cls, *words, **environment):
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                              env={**os.environ, **environment}, check=False)  # fmt: skip
        if done.returncode:
            raise AssertionError(f"{words}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done.stdout

    def test_public_headers_are_installed_and_no_others(self):
        public = [path.name for room in PUBLIC_ROOMS for path in room.glob("inc-*.h")]
        expected = sorted([*public, "inc-module.h"])
        found = sorted(path.name for path in (self.prefix / "include" / "ns3").iterdir())
        self.assertEqual(found, expected)

    def test_a_project_finds_the_package(self):
        build = self.top / "cmake"
        self.call("cmake", "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.call("cmake", "--build", build)
        self.assertEqual(self.call(build / "consumer"), "36 nodes\n")

    @unittest.skipUnless(shutil.which("pkg-config"), "no pkg-config")
    def test_a_compiler_gets_its_arguments_from_pkg_config(self):
        found = {"PKG_CONFIG_PATH": str(self.library.parent / "pkgconfig")}
        words = self.call("pkg-config", "--cflags", "--libs", "ns3-inc", **found).split()
        includes = [os.path.realpath(word[2:]) for word in words if word.startswith("-I")]
        self.assertIn(str(self.prefix / "include"), includes)
        version = self.call("pkg-config", "--modversion", "ns3-inc", **found).strip()
        self.assertEqual(version, (SOURCE / "VERSION").read_text().strip())
        program = self.top / "program"
        self.call("c++", "-std=c++17", "-o", program, CONSUMER / "inc-consumer.cc", *words)
        self.assertEqual(self.call(program, LD_LIBRARY_PATH=str(self.library.parent)), "36 nodes\n")


if __name__ == "__main__":
    unittest.main()
