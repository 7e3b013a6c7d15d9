#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The front script ./inc in a toy checkout, in which dpkg, apt-get, CMake and ninja are fakes."""

import contextlib
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
LICENCE = "/*\n * Copyright\n */\n\n"

# The fake cmake writes the files of a configured folder, and ninja "builds" each program as a copy
# of one script.
FAKE_CMAKE = """
while [ $# -gt 0 ]; do
    case $1 in -S) source=$2 ;; -B) folder=$2 ;; -DINC_TESTS=ON) tests=ON ;; esac
    shift
done
echo configured >>"$FAKE_LOG"
touch "$folder/build.ninja"
printf '%s\\n' "CMAKE_HOME_DIRECTORY:INTERNAL=$source" "INC_TESTS:BOOL=${tests:-OFF}" \\
    >"$folder/CMakeCache.txt"
"""
FAKE_NINJA = """
[ "$1" = -C ] && folder=$2
echo "built ${*:5}" >>"$FAKE_LOG"
if [ -n "${FAKE_ERROR:-}" ]; then
    echo "[1/2] Building something"
    echo "inc-foo.cc:1:1: error: $FAKE_ERROR"
    exit 1
fi
mkdir -p "$folder/bin"
for name in inc-sim inc-toy mine; do cp "$FAKE_PROGRAM" "$folder/bin/$name"; done
"""
FAKE_CTEST = """
echo "ctest $*, ${INC_ITERATIONS:-some} iterations"
exit "${FAKE_STATUS:-0}"
"""
FAKE_PROGRAM = """
echo "$(basename "$0") $*"
pwd
[ -z "${NS_LOG:-}" ] || echo "logs $NS_LOG"
[ -z "${FAKE_SIGNAL:-}" ] || kill -"$FAKE_SIGNAL" $$
exit "${FAKE_STATUS:-0}"
"""
# The fake dpkg-query knows every package except the one that the test calls missing.
FAKE_DPKG_QUERY = """
for package in "$@"; do
    [[ $package == -* ]] || [ "$package" = "${FAKE_MISSING:-}" ] || echo "$package installed"
done
"""
FAKE_APT_GET = """
echo "apt-get $*" >>"$FAKE_LOG"
[[ " $* " == *" ${FAKE_APT_FAILS:-none} "* ]] || exit 0
echo "Reading package lists..."
echo "E: Unable to locate anything"
echo "E: And so on"
exit 100
"""


def write_script(path, text):
    path.write_text("#!/bin/bash\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


class IncScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.checkout = self.top / "a checkout"
        for name in ("examples", "scratch"):
            (self.checkout / name).mkdir(parents=True)
        shutil.copy(CHECKOUT / "inc", self.checkout)
        shutil.copy(CHECKOUT / "VERSION", self.checkout)
        self.write_program("examples/inc-sim", "// One simulation from the shell.\n")
        self.write_program("examples/inc-toy",
                           '#include "ns3/x.h"\n\n/**\n * \\file\n * \\brief A toy.\n * And more.\n */')
        self.write_program("scratch/mine", "int\nmain()\n{ // not a summary\n}\n")
        self.write_fakes()
        self.elsewhere = self.top / "elsewhere"
        self.elsewhere.mkdir()

    def write_program(self, name, text):
        (self.checkout / f"{name}.cc").write_text(LICENCE + text)

    def write_fakes(self):
        fakes = self.top / "bin"
        fakes.mkdir()
        for name, text in (("cmake", FAKE_CMAKE), ("ninja", FAKE_NINJA), ("ctest", FAKE_CTEST),
                           ("dpkg-query", FAKE_DPKG_QUERY), ("apt-get", FAKE_APT_GET),
                           ("id", "echo ${FAKE_ID:-0}"), ("sudo", "exit 1"),
                           ("program", FAKE_PROGRAM)):
            write_script(fakes / name, text)
        self.log = self.top / "log"
        self.log.write_text("")
        self.environment = {
            "PATH": f"{fakes}:/usr/bin:/bin",
            "FAKE_LOG": str(self.log),
            "FAKE_PROGRAM": str(fakes / "program"),
        }

    def inc(self, *arguments, **fakes):
        return subprocess.run([self.checkout / "inc", *arguments], cwd=self.elsewhere, text=True,
                              env={**self.environment, **fakes}, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=60)

    def assert_refused(self, result, *words):
        """Check for exit status 2 and one line that contains all the words."""
        self.assertEqual(result.returncode, 2, result)
        self.assertEqual(result.stdout, "")
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_help_names_every_command(self):
        result = self.inc("--help")
        self.assertEqual(result.returncode, 0)
        for command in ("run", "test", "build", "clean", "list", "sweep", "figures",
                        "plot", "doc"):
            self.assertIn(f"\n  {command} ", result.stdout)

    def test_unknown_commands_and_arguments_are_refused(self):
        self.assert_refused(self.inc(), "run", "test", "build", "clean", "list", "plot or doc")
        self.assert_refused(self.inc("biuld"), "biuld", "did you mean ./inc build?")
        self.assert_refused(self.inc("run test"), "run test")
        self.assert_refused(self.inc("run", "inc-simm"), "did you mean ./inc run inc-sim?")
        self.assertNotIn("did you mean", self.inc("run", "zebra").stderr)
        self.assert_refused(self.inc("list", INC_INSTALL="maybe"), "INC_INSTALL=maybe: yes or no")
        for words in (("sim", "--k=8"), ("inc-sim", "--k=8"), ("run", "sim")):
            self.assert_refused(self.inc(*words), "did you mean ./inc run inc-sim?")
        self.assert_refused(self.inc("run", "inc-sin"), "inc-sin", "inc-sim", "inc-toy", "mine")
        self.assert_refused(self.inc("run", "../inc"), "../inc")
        self.assert_refused(self.inc("run", "--k=8"), "--k=8")
        self.assert_refused(self.inc("test", "--fast"), "--fast", "--sanitize")
        self.assert_refused(self.inc("test", "-R"), "-R")
        for count in ("0", "-1", "many", ""):
            self.assert_refused(self.inc("test", "--iterations=" + count), "--iterations=" + count)
        for command in ("build", "clean", "list", "doc"):
            self.assert_refused(self.inc(command, "all"), command, "all")
        for jobs in ("0", "-1", "many"):
            self.assert_refused(self.inc("build", INC_JOBS=jobs), f"INC_JOBS={jobs}")
        self.assertEqual(self.log.read_text(), "", "something was done all the same")

    def test_list_gives_each_program_the_first_line_of_its_comment(self):
        result = self.inc("list")
        self.assertEqual(result.returncode, 0)
        rows = dict(line.partition(" ")[::2] for line in result.stdout.splitlines())
        self.assertEqual({name: text.strip() for name, text in rows.items()},
                         {"inc-sim": "One simulation from the shell.", "inc-toy": "A toy.",
                          "mine": ""})

    def test_a_program_gets_its_arguments_and_the_callers_folder(self):
        result = self.inc("run", "inc-toy", "--a=b c", "-R")
        self.assertEqual(result.stdout, f"inc-toy --a=b c -R\n{self.elsewhere}\n")
        self.assertIn("built inc-toy\n", self.log.read_text())

    def test_a_list_of_log_components_is_of_all(self):
        """ns-3 alone would list only the components of its core. ./inc lists all, and exits with 0
        although the program exits as for a bad name."""
        result = self.inc("run", "inc-toy", NS_LOG="print-list", FAKE_STATUS="2")
        self.assertIn("logs print-list=info\n", result.stdout)
        self.assertEqual(result.returncode, 0)
        self.assertIn("logs IncClient=info\n",
                      self.inc("run", "inc-toy", NS_LOG="IncClient=info").stdout)

    def test_the_second_call_is_silent_and_does_not_configure(self):
        self.assertIn("configuring", self.inc("run", "mine").stderr)
        result = self.inc("run", "mine")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.log.read_text().count("configured"), 1)

    def test_the_exit_status_is_the_programs(self):
        self.assertEqual(self.inc("run", "mine", FAKE_STATUS="1").returncode, 1)
        self.assertEqual(self.inc("run", "mine", FAKE_STATUS="77").returncode, 77)
        killed = self.inc("run", "mine", FAKE_SIGNAL="SEGV").returncode
        self.assertEqual(killed, -signal.SIGSEGV)

    def test_the_main_job_passes_on_a_failure_and_does_not_plot_it(self):
        result = self.inc("run", FAKE_STATUS="1")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"--workload={self.checkout}/examples/workloads/resnet50.txt", result.stdout)
        self.assertNotIn("plot", result.stderr)

    def test_a_moved_checkout_is_configured_afresh(self):
        self.inc("run", "mine")
        self.checkout = self.checkout.rename(self.top / "moved")
        result = self.inc("run", "mine")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.log.read_text().count("configured"), 2)

    def test_a_failed_build_shows_the_error_and_where_the_rest_is(self):
        result = self.inc("run", "mine", FAKE_ERROR="no such luck")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("error: no such luck", result.stderr)
        self.assertIn("build/release/build.log", result.stderr)

    def test_tests_are_selected_and_their_failure_is_passed_on(self):
        result = self.inc("test", "--sanitize", "-R", "^inc-")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"--test-dir {self.checkout}/build/sanitize", result.stdout)
        self.assertIn("-R ^inc-", result.stdout)
        self.assertIn("some iterations", result.stdout)
        self.assertIn("7 iterations", self.inc("test", "--iterations=7").stdout)
        self.assertEqual(self.inc("test", FAKE_STATUS="8").returncode, 1)

    def test_only_what_is_missing_is_installed(self):
        result = self.inc("run", "mine", FAKE_MISSING="libgsl-dev")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("inc: installing libgsl-dev\n", result.stderr)
        installs = [line for line in self.log.read_text().splitlines() if " install " in line]
        self.assertEqual(len(installs), 1)
        self.assertTrue(installs[0].endswith("--no-install-recommends libgsl-dev"), installs[0])

    def on_a_terminal(self, answer, *arguments, **fakes):
        """Run a call on a terminal; return its exit status and what the terminal shows."""
        ours, theirs = os.openpty()
        os.write(ours, answer.encode())
        process = subprocess.Popen([self.checkout / "inc", *arguments], cwd=self.elsewhere,
                                   env={**self.environment, **fakes}, stdin=theirs, stderr=theirs,
                                   stdout=subprocess.DEVNULL, start_new_session=True)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the program has closed its end of the terminal
            while piece := os.read(ours, 4096):
                shown += piece
        os.close(ours)
        return process.wait(timeout=60), shown.decode()

    def test_what_one_command_needs_is_installed_unless_somebody_says_no(self):
        (self.checkout / "examples/inc-plot.py").write_text("")
        missing = {"FAKE_MISSING": "python3-matplotlib"}
        for answer, status in (("n\n", 2), ("\n", 0), ("yes\n", 0)):
            self.log.write_text("")
            ended, shown = self.on_a_terminal(answer, "plot", "x", **missing)
            self.assertEqual(ended, status, shown)
            self.assertIn("./inc plot needs python3-matplotlib. Install? [Y/n]", shown)
            self.assertEqual("install" in self.log.read_text(), status == 0)
        self.log.write_text("")
        self.assert_refused(self.inc("plot", "x", INC_INSTALL="no", **missing),
                            "apt-get install python3-matplotlib")
        self.assertEqual(self.log.read_text(), "")
        self.assertNotIn("[Y/n]", self.on_a_terminal("", "plot", "x", INC_INSTALL="yes", **missing)[1])
        self.assertIn("./inc plot needs python3-matplotlib; INC_INSTALL=no refuses to install\n",
                      self.inc("plot", "x", **missing).stderr)
        self.assertNotIn("needs", self.inc("plot", "--help", **missing).stderr)

    def test_a_build_says_how_far_it_is(self):
        write_script(self.top / "bin" / "ninja", "echo '[1/3] Building a'\nsleep 1.1\n"
                                                 "echo '[2/3] Building b'\n")
        self.assertRegex(self.on_a_terminal("", "build")[1],
                         r"inc: built 2 of 3 files, about [01] s left")

    def test_a_missing_privilege_is_one_line_with_the_packages(self):
        result = self.inc("run", "mine", FAKE_MISSING="libgsl-dev", FAKE_ID="1000")
        self.assert_refused(result, "apt-get install libgsl-dev")
        self.assertEqual(self.log.read_text(), "")

    def test_a_failed_installation_is_one_line_with_the_first_reason(self):
        result = self.inc("run", "mine", FAKE_MISSING="libgsl-dev", FAKE_APT_FAILS="install")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.splitlines()[1:],
                         ["inc: apt-get could not install libgsl-dev: E: Unable to locate anything"])

    def test_doc_installs_sphinx_and_makes_the_manual_from_what_it_built(self):
        (self.checkout / "doc").mkdir()
        (self.checkout / "doc/inc-manual.py").write_text(
            "import sys\nprint('inc-sim mine' if '--programs' in sys.argv else sys.argv[1:])\n")
        result = self.inc("doc", FAKE_MISSING="python3-sphinx")
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        self.assertIn("inc: installing python3-sphinx\n", result.stderr)
        self.assertIn("built inc-sim mine\n", self.log.read_text())
        self.assertIn(str([f"{self.checkout}/build/release/bin", f"{self.checkout}/build/doc"]),
                      result.stderr)
        self.assertNotIn("sphinx", self.inc("run", "mine", FAKE_MISSING="python3-sphinx").stderr)
        (self.checkout / "doc/inc-manual.py").write_text("import sys\nsys.exit(1)\n")
        self.assertEqual(self.inc("doc").returncode, 1)

    def test_figures_installs_matplotlib_and_passes_its_arguments_on(self):
        (self.checkout / "examples/inc-figures.py").write_text(
            "import sys\nprint(*sys.argv[1:])\nsys.exit('--runs=x' in sys.argv and 2)\n")
        result = self.inc("figures", "--out=a b", FAKE_MISSING="python3-matplotlib", INC_JOBS="2")
        self.assertIn("inc: installing python3-matplotlib\n", result.stderr)
        self.assertIn("built inc-plan\n", self.log.read_text())
        self.assertEqual(result.stdout, f"{self.checkout}/build/release/bin --out=a b --jobs=2\n")
        self.assertEqual(self.inc("figures", "--jobs=3", INC_JOBS="2").stdout,
                         f"{self.checkout}/build/release/bin --jobs=3\n")
        self.log.write_text("")
        self.assertEqual(self.inc("figures", "--runs=x").returncode, 2)
        self.assertEqual(self.log.read_text(), "", "built for bad arguments")

    def test_sweep_builds_its_program_and_passes_its_arguments_on(self):
        (self.checkout / "examples/inc-sweep.py").write_text(
            "import sys\nprint('inc-toy' if sys.argv[1] == '--program' else sys.argv[1:])\n"
            "sys.exit('--jobs=0' in sys.argv and 2)\n")
        words = ["--out=a b", "inc-toy", "--a=1,2"]
        result = self.inc("sweep", *words, FAKE_MISSING="parallel")
        self.assertIn("inc: installing parallel\n", result.stderr)
        self.assertIn("built inc-toy\n", self.log.read_text())
        self.assertEqual(result.stdout, f"{[f'{self.checkout}/build/release/bin', *words]}\n")
        slurm = self.inc("sweep", "--engine=slurm", *words, FAKE_MISSING="parallel")
        self.assertNotIn("installing", slurm.stderr)
        self.log.write_text("")
        self.assertEqual(self.inc("sweep", "--jobs=0", "inc-toy").returncode, 2)
        self.assertEqual(self.log.read_text(), "", "built for bad arguments")
        (self.checkout / "examples/inc-sweep.py").write_text("print('no-toy')\n")
        self.assert_refused(self.inc("sweep", "no-toy"), "no-toy", "inc-sim", "inc-toy", "mine")

    def test_clean_removes_all_that_was_built(self):
        self.inc("build")
        self.assertEqual(self.inc("clean").returncode, 0)
        self.assertFalse((self.checkout / "build").exists())
        self.assertTrue((self.checkout / "examples/inc-sim.cc").exists())

    def test_two_calls_at_once_build_one_after_the_other(self):
        slow = self.top / "bin" / "ninja"
        slow.write_text("#!/bin/bash\necho begin >>$FAKE_LOG\nsleep 0.3\necho end >>$FAKE_LOG\n")
        calls = [subprocess.Popen([self.checkout / "inc", "build"], env=self.environment,
                                  stderr=subprocess.DEVNULL) for _ in range(3)]
        self.assertEqual([call.wait(timeout=60) for call in calls], [0, 0, 0])
        self.assertEqual(self.log.read_text().split(), ["configured"] + 3 * ["begin", "end"])


if __name__ == "__main__":
    # The first argument, the folder of the built programs, is not used here.
    unittest.main(argv=sys.argv[:1])
