#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sweep.py: grids over programs that are interrupted, resumed, failing and repeated."""

import csv
import fcntl
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time
import unittest

from inc_folder_case import FolderCase, write_script
from inc_full_disk import mount

BINARIES = pathlib.Path(sys.argv.pop(1)).resolve()
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-sweep.py"
PLOT = SCRIPT.with_name("inc-plot.py")

# A program that records each call, writes half a result, waits as long as it is told, and writes
# the rest.
TOY = """#!/bin/bash
[ "$1" = --help ] && { echo "--output --a --b --name --flag"; exit; }
echo "$*" >>"$TOY_LOG"
for word; do [[ $word != --output=* ]] || output=${word#*=}; done
[[ "$*" != *"${TOY_FAIL:-none}"* ]] || { echo "no such luck" >&2; exit 2; }
[[ "$*" != *"${TOY_KILL:-none}"* ]] || kill -KILL $$
echo '{"schema": "toy", "value": ' >"$output"
[[ "$*" != *"${TOY_HANG:-none}"* ]] || sleep 60
echo '1, "inner": {"list": [1], "deep": "x"}}' >>"$output"
[[ "$*" != *"${TOY_WRONG:-none}"* ]] || exit 1
"""
# A cluster of one machine that runs one task after another.
SBATCH = """#!/bin/bash
echo "$*" >>"$TOY_LOG.sbatch"
echo "42;cluster"
for word; do case $word in
    --array=*) array=${word#*=} ;;
    --wrap=*) script=${word#*=} ;;
esac; done
last=${array#1-}
for ((i = 1; i <= ${last%\\%*}; i++)); do
    SLURM_ARRAY_TASK_ID=$i sh -c "$script"
done
exit "${SBATCH_STATUS:-0}"
"""


class SweepTest(FolderCase):
    def setUp(self):
        super().setUp()
        self.out = self.top / "out"
        self.log = self.top / "log"
        self.log.write_text("")
        self.binaries = self.top / "bin {}"  # GNU parallel gives {} a meaning of its own
        self.binaries.mkdir()
        write_script(self.binaries / "toy", TOY)
        for name in ("inc-sim", "inc-plan", "inc-starter"):
            (self.binaries / name).symlink_to(BINARIES / name)
        self.fakes = self.top / "fakes"
        self.fakes.mkdir()

    def call(self, *arguments, **environment):
        environment = {**os.environ, "TOY_LOG": str(self.log), **environment}
        return subprocess.Popen(
            [SCRIPT, self.binaries, f"--out={self.out}", *arguments], env=environment,
            cwd=self.top, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip

    def run_sweep(self, *arguments, status=0, **environment):
        process = self.call(*arguments, **environment)
        process.out, process.err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, process.err)
        self.assertEqual(process.out, "")
        return process

    def assert_refused(self, *arguments, word, **environment):
        before = self.files()
        done = self.run_sweep(*arguments, status=2, **environment)
        self.assertEqual(done.err.count("\n"), 1, done.err)
        self.assertIn(word, done.err)
        self.assertIn("accepted", done.err)
        self.assertEqual(self.files(), before, "something was written")

    def toys(self):
        """Return the calls of the toy program since the last call of this function."""
        lines = self.log.read_text().splitlines()
        self.log.write_text("")
        return sorted(line.partition(" --output=")[0] for line in lines)

    def rows(self):
        with open(self.out / "results.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def sweep(self):
        return json.loads((self.out / "sweep.json").read_text())


class Grid(SweepTest):
    def test_every_combination_is_run_once(self):
        self.run_sweep("toy", "--a=1,2,3", "--b=x,y")
        expected = [f"--a={a} --b={b}" for a in "123" for b in "xy"]
        self.assertEqual(self.toys(), expected)
        self.assertEqual([f"--a={row['a']} --b={row['b']}" for row in self.rows()], expected)
        self.assertEqual(len(list((self.out / "points").iterdir())), 6)

    def test_nothing_is_left_in_the_users_home(self):
        self.run_sweep("toy", "--a=1", HOME=str(self.top / "home"))
        self.assertFalse((self.top / "home").exists())

    def test_runs_are_seeds_of_each_combination(self):
        self.run_sweep("--runs=2", "toy", "--a=1,2")
        self.assertEqual(self.toys(), [f"--a={a} --RngRun={r}" for a in "12" for r in "12"])
        self.assertEqual([row["RngRun"] for row in self.rows()], ["1", "2", "1", "2"])

    def test_a_comma_of_a_value_is_escaped_and_nothing_else_is(self):
        values = r"--name=a\,b,c d;'$HOME' {} {#},\n*"
        self.run_sweep("toy", values, "--flag")
        names = [row["name"] for row in self.rows()]
        self.assertEqual(names, ["a,b", "c d;'$HOME' {} {#}", r"\n*"])
        self.assertEqual(self.toys(), sorted(f"--name={name} --flag" for name in names))
        self.assertEqual({row["flag"] for row in self.rows()}, {"1"})

    def test_rows_are_those_of_inc_sim(self):
        arguments = ("inc-sim", "--topology=star", "--hosts=2,5", "--size=4KiB:8KiB:2",
                     r"--scheme=inc\,ring")  # fmt: skip
        self.run_sweep("--jobs=2", *arguments)
        rows = self.rows()
        self.assertEqual(len(rows), 2 * 2 * 2)
        table = self.top / "table.csv"
        words = ("--topology=star", "--hosts=5", "--size=4KiB:8KiB:2", "--scheme=inc,ring")
        subprocess.run([BINARIES / "inc-sim", *words, "--quiet", f"--csv={table}"], check=True)
        with open(table, encoding="utf-8", newline="") as file:
            expected = list(csv.DictReader(file))
        self.assertEqual([{name: row[name] for name in expected[0]} for row in rows[4:]], expected)
        self.assertEqual([*rows[0]][:4], ["topology", "hosts", "size", "scheme"])
        result = json.loads((self.out / "points" / "2.json").read_text())
        self.assertEqual(result["config"]["hosts"], 5)

    def test_planners_have_an_algorithm_and_seeds_of_their_own(self):
        instance = self.top / "instance.json"
        subprocess.run([BINARIES / "inc-plan", "generate", "edge", "--aggregators=4",
                        f"--output={instance}"], check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        self.run_sweep("--runs=2", "inc-plan", "eina,rr", f"--instance={instance}")
        rows = self.rows()
        self.assertEqual([(row["algorithm"], row["seed"]) for row in rows],
                         [("eina", "1"), ("eina", "2"), ("rr", "1"), ("rr", "2")])  # fmt: skip
        self.assertGreaterEqual(float(rows[0]["objective"]), float(rows[2]["objective"]))

    def test_results_without_a_table_are_a_row(self):
        self.run_sweep("toy", "--a=1")
        self.assertEqual(self.rows(), [{"a": "1", "value": "1", "inner.deep": "x", "status": "ok",
                                        "point": "1"}])  # fmt: skip


class Outputs(SweepTest):
    def test_every_point_writes_files_of_its_own_and_the_table_names_them(self):
        self.run_sweep("--runs=2", "inc-sim", "--topology=star", "--scheme=flows", "--loss=0,1e-9",
                       "--size=4KiB", "--series=s.csv", "--timeline=t.trace.json", "--pcap=p",
                       "--flowTable=f.csv", "--stats=counters.csv")  # fmt: skip
        rows = self.rows()
        self.assertEqual(rows[1]["series"], "series/2-loss=0-RngRun=2.csv")
        self.assertEqual(rows[2]["timeline"], "timeline/3-loss=1e-9-RngRun=1.trace.json")
        for row in rows:
            self.assertTrue((self.out / row["series"]).read_text().startswith("t_us,object,"))
            self.assertTrue((self.out / row["flowTable"]).read_text().startswith("row,from,to,"))
            self.assertIn(",ports,h0->s0,sent_frames,", (self.out / row["stats"]).read_text())
            self.assertGreater((self.out / row["timeline"]).stat().st_size, 0)
            self.assertTrue((self.out / f"{row['pcap']}-s0-0.pcap").exists())
        self.assertEqual(len(list((self.out / "series").iterdir())), 4)


class WithoutEffect(SweepTest):
    WORDS = ("inc-sim", "--topology=star", "--hosts=2", "--size=1KiB", "--series=s.csv")

    def test_of_equal_points_one_is_run_and_the_others_say_which(self):
        words = (*self.WORDS, "--scheme=inc,ring", "--dissemination=bier,tree,unicast")
        for _ in range(2):
            done = self.run_sweep("--parallel=3", *words)
            skipped = [line for line in done.err.splitlines() if "skipped as equal" in line]
            self.assertEqual(len(skipped), 2, done.err)
            ran, *same = sorted(self.rows()[3:], key=lambda row: row["same_as"])
            self.assertEqual([row["same_as"] for row in (ran, *same)], ["", *[ran["point"]] * 2])
            self.assertEqual({row["without"] for row in (ran, *same)}, {"dissemination"})
            self.assertEqual({row["time_us"] for row in same}, {ran["time_us"]})
            self.assertEqual({row["series"] for row in same}, {ran["series"]})
            self.assertIn(f"equal to point {ran['point']}, without --dissemination: ./inc run inc-sim",
                          skipped[0])  # fmt: skip
            self.assertEqual({row["status"] for row in self.rows()}, {"ok"})
        self.assertEqual(len([*(self.out / "points").glob("*.json")]), 4)
        self.assertNotIn("to run", done.err, "the second call has nothing to do")
        self.assertNotIn("--dissemination", self.sweep()["points"][4]["command"])
        plot = subprocess.run([PLOT, self.out, "scheme", "time_us", self.top / "p.svg"], check=True,
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual(plot.stderr, "", "there is no gap")

    def test_equal_points_fail_and_are_tried_again_together(self):
        words = (*self.WORDS[:3], "--scheme=ring", "--dissemination=bier,tree", "--size=1KiB,none")
        done = self.run_sweep(*words, status=1)
        self.assertEqual(done.err.count("failed: "), 2, done.err)
        self.assertIn("--dissemination: has no effect in any point", done.err)
        self.assertIn("2 of 4 points to run", self.run_sweep(*words, status=1).err)

    def test_an_argument_without_effect_in_any_point_is_told(self):
        done = self.run_sweep(*self.WORDS, "--scheme=ring,ps", "--dissemination=tree", status=1)
        self.assertIn("--dissemination: has no effect in any point", done.err)


class Resumption(SweepTest):
    def test_a_finished_point_is_never_repeated(self):
        self.run_sweep("toy", "--a=1,2")
        table = (self.out / "results.csv").read_text()
        self.toys()
        self.assertEqual(self.run_sweep("toy", "--a=1,2").err, "")
        self.assertEqual(self.toys(), [])
        self.assertEqual((self.out / "results.csv").read_text(), table)

    def interrupt(self):
        """Interrupt a sweep of three points when its second point is half done."""
        process = self.call("--parallel=1", "toy", "--a=1,2,3", TOY_HANG="--a=2")
        limit = time.monotonic() + 30
        while len(self.log.read_text().splitlines()) < 2 and time.monotonic() < limit:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
        return process.returncode, error

    def test_an_interrupted_sweep_goes_on_and_takes_no_half_result(self):
        status, error = self.interrupt()
        self.assertEqual(status, 130, error)
        self.assertIn("interrupted", error.splitlines()[-1])
        self.assertEqual(len(self.toys()), 2)
        for result in (self.out / "points").iterdir():
            json.loads(result.read_text())
        self.assertEqual([point["exit"] for point in self.sweep()["points"]], [0, None, None])
        self.run_sweep("toy", "--a=1,2,3")
        self.assertEqual(self.toys(), ["--a=2", "--a=3"])
        self.assertEqual([row["status"] for row in self.rows()], ["ok"] * 3)

    def test_a_result_without_a_record_is_not_finished(self):
        self.run_sweep("toy", "--a=1,2")
        self.toys()
        (self.out / "records" / "2.json").unlink()
        (self.out / "points" / "2.json").write_text('{"half')
        self.run_sweep("toy", "--a=1,2")
        self.assertEqual(self.toys(), ["--a=2"])
        self.assertEqual(self.rows()[1]["value"], "1")

    def test_two_at_once_in_one_folder_are_refused(self):
        self.run_sweep("toy", "--a=1")
        lock = os.open(self.out, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.assert_refused("toy", "--a=1", word="another sweep works in it")
        os.close(lock)


class Failure(SweepTest):
    def test_a_failed_point_is_told_and_does_not_stop_the_others(self):
        done = self.run_sweep("toy", "--a=1,2,3", status=1, TOY_FAIL="--a=2")
        self.assertIn("failed: ./inc run toy --a=2: no such luck\n", done.err)
        self.assertIn("1 of 3 points failed", done.err)
        self.assertEqual([row["status"] for row in self.rows()], ["ok", "no such luck", "ok"])
        point = self.sweep()["points"][1]
        self.assertEqual((point["exit"], point["error"], point["result"]),
                         (2, "no such luck", None))  # fmt: skip
        self.toys()
        self.run_sweep("toy", "--a=1,2,3")
        self.assertEqual(self.toys(), ["--a=2"], "a point without a result is tried again")

    def test_a_killed_point_is_told(self):
        done = self.run_sweep("toy", "--a=1,2", status=1, TOY_KILL="--a=1")
        self.assertIn("killed by SIGKILL", done.err)

    def test_a_wrong_result_is_kept_and_told_again(self):
        for _ in range(2):
            done = self.run_sweep("toy", "--a=1,2", status=1, TOY_WRONG="--a=1")
            self.assertIn("./inc run toy --a=1: exit status 1\n", done.err)
            self.assertEqual([row["value"] for row in self.rows()], ["1", "1"])
        self.assertEqual(len(self.toys()), 2)

    def test_a_failed_simulation_is_told_with_its_status(self):
        arguments = ("inc-sim", "--topology=star", "--hosts=2", "--size=1KiB", "--maxRetries=2")
        done = self.run_sweep(*arguments, "--loss=0,0.99", status=1)
        status = self.rows()[1]["status"]
        self.assertIn("without progress", status)
        self.assertIn(f"--loss=0.99: {status}\n", done.err)
        self.assertEqual(self.rows()[0]["status"], "ok")


    def test_a_full_disk_is_told_once_and_ends_the_sweep(self):
        self.out = pathlib.Path(mount(self)) / "out"
        hosts = ",".join(map(str, range(2, 34)))
        run = self.run_sweep("--parallel=2", "inc-sim", "--topology=star", "--size=8KiB",
                             f"--hosts={hosts}", status=2)  # fmt: skip
        self.assertEqual(len(run.err.splitlines()), 2, run.err)
        self.assertRegex(run.err.splitlines()[1], "inc-sweep.py: .*No space left on device")
        for path in [*self.out.glob("*/*.json"), self.out / "sweep.json"]:
            json.loads(path.read_text(encoding="utf-8"))  # every file that exists is complete
        left = {path.suffix for path in self.out.rglob("*") if path.is_file()}
        self.assertEqual(left, {".json", ".csv"})


class Repetition(SweepTest):
    def test_a_sweep_is_repeated_from_its_file(self):
        arguments = ("inc-sim", "--topology=star", "--hosts=2,3", "--size=64KiB", "--loss=0.01")
        self.run_sweep("--runs=2", *arguments)
        table = (self.out / "results.csv").read_text()
        first = self.out / "sweep.json"
        self.out = self.top / "again"
        self.run_sweep(f"--repeat={first}")
        self.assertEqual((self.out / "results.csv").read_text(), table)
        self.assertGreater(len({row["packets_lost"] for row in self.rows()}), 1)

    def test_a_command_reproduces_its_point(self):
        self.run_sweep("--runs=2", "inc-sim", "--topology=star", "--hosts=3", "--size=64KiB",
                       "--loss=0.01")  # fmt: skip
        command = shlex.split(self.sweep()["points"][1]["command"])
        self.assertEqual(command[:3], ["./inc", "run", "inc-sim"])
        result = self.top / "result.json"
        subprocess.run([BINARIES / "inc-sim", *command[3:], "--quiet", f"--output={result}"],
                       check=True)  # fmt: skip
        again = json.loads(result.read_text())["results"]
        self.assertEqual(again, json.loads((self.out / "points/2.json").read_text())["results"])

    def test_the_file_says_how_each_point_went(self):
        self.run_sweep("toy", "--a=1,2")
        sweep = self.sweep()
        self.assertEqual((sweep["schema"], sweep["program"], sweep["parameters"], sweep["runs"]),
                         ("inc-sweep/1", "toy", {"a": ["1", "2"]}, None))  # fmt: skip
        point = sweep["points"][1]
        self.assertEqual((point["parameters"], point["command"], point["result"], point["exit"]),
                         ({"a": "2"}, "./inc run toy --a=2", "points/2.json", 0))  # fmt: skip
        self.assertRegex(point["start"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$")
        self.assertGreater(point["seconds"], 0)

    def test_points_run_where_the_sweep_was_called(self):
        (self.top / "w.txt").write_text("l 1 1 allreduce 4096 float32\n")
        self.run_sweep("inc-sim", "--topology=star", "--hosts=2", "--workload=w.txt")
        first, self.out = self.out / "sweep.json", self.top / "again"
        elsewhere = self.top / "elsewhere"
        elsewhere.mkdir()
        done = subprocess.run([SCRIPT, BINARIES, f"--out={self.out}", f"--repeat={first}"],
                              cwd=elsewhere, capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)


class Engines(SweepTest):
    def slurm(self, *arguments, **environment):
        write_script(self.fakes / "sbatch", SBATCH)
        path = f"{self.fakes}:{os.environ['PATH']}"
        return self.run_sweep("--engine=slurm", *arguments, PATH=path, **environment)

    def test_slurm_gets_a_job_array(self):
        self.slurm("--parallel=2", "toy", "--a=1,2,3")
        self.assertEqual(self.toys(), ["--a=1", "--a=2", "--a=3"])
        self.assertIn("--array=1-3%2 ", (self.top / "log.sbatch").read_text())
        self.assertEqual([row["status"] for row in self.rows()], ["ok"] * 3)

    def test_slurm_tells_failed_points_too(self):
        done = self.slurm("toy", "--a=1,2", status=1, TOY_FAIL="--a=2")
        self.assertIn("--a=2: no such luck", done.err)

    def test_an_engine_that_fails_is_told(self):
        self.assertIn("sbatch: exit status 3", self.slurm("toy", "--a=1", SBATCH_STATUS="3").err)

    def test_engines_that_are_not_there_are_refused(self):
        for name in ("python3", "bash"):
            (self.fakes / name).symlink_to(f"/usr/bin/{name}")
        for engine, tool in (("local", "parallel"), ("slurm", "sbatch")):
            self.assert_refused(f"--engine={engine}", "toy", word=tool, PATH=str(self.fakes))
        write_script(self.fakes / "parallel", "#!/bin/bash\n")  # as in the package moreutils
        self.assert_refused("toy", word="not GNU's", PATH=str(self.fakes))

    def test_progress_is_shown_when_it_is_asked_for(self):
        self.assertNotIn("3 of 3 points, ", self.run_sweep("toy", "--a=1,2,3").err)
        self.out = self.top / "shown"
        self.assertIn("3 of 3 points, ", self.run_sweep("--progress", "toy", "--a=1,2,3").err)


class Plot(SweepTest):
    def plot(self, *words):
        return subprocess.run([PLOT, *words], capture_output=True, text=True, check=False)

    def test_a_column_is_drawn_over_a_parameter(self):
        self.run_sweep("toy", "--a=1,2", "--b=x,y")
        done = self.plot(self.out, "a", "value")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertTrue((self.out / "results.png").read_bytes().startswith(b"\x89PNG"))
        for words, word in (
            ((self.out, "a"), "2 arguments"),
            ((self.out, "c", "value"), "'c'; accepted: a parameter, a, b"),
            ((self.out, "a", "time"), "'time'; accepted: a column, a, b, value"),
            ((self.out, "a", "status"), "'status' has no number"),
            ((self.top, "a", "value"), str(self.top)),
            ((self.out, "a", "value", self.log / "p.png"), "Not a directory"),
        ):
            done = self.plot(*words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(word, done.stderr)


class BadArguments(SweepTest):
    def test_it_shows_the_command_that_people_type(self):
        done = subprocess.run([SCRIPT, "--help"], capture_output=True, text=True, check=True)
        self.assertIn("./inc sweep [OPTIONS] PROGRAM", done.stdout.splitlines()[0])

    def test_each_is_refused_in_one_line_and_nothing_is_written(self):
        for arguments, word in (
            (("--parallel=0", "toy"), "--parallel: '0'"),
            (("--parallel=many", "toy"), "--parallel: 'many'"),
            (("--runs=0", "toy"), "--runs: '0'"),
            (("--runs=-1", "toy"), "--runs: '-1'"),
            (("--engine=pbs", "toy"), "--engine: 'pbs'"),
            (("--engine", "toy"), "--engine"),
            (("--progress=2", "toy"), "--progress: '2'"),
            (("--parallel=1", "--jobs=2", "toy"), "--parallel: given twice"),
            (("--seed=1", "toy"), "--seed=1"),
            ((), "PROGRAM: missing"),
            (("no-toy",), "no no-toy"),
            (("../toy",), "../toy"),
            (("inc-starter",), "inc-starter: has no --output"),
            (("toy", "--a="), "--a=: an empty value"),
            (("toy", "--a=1,,2"), "--a=1,,2: an empty value"),
            (("toy", "--a=1,2,1"), "'1' given twice"),
            (("toy", "--a=1\n2"), "--a="),
            (("toy", "--a=1", "--a=2"), "--a: given twice"),
            (("toy", "--a=1", "b"), "b: accepted"),
            (("toy", "-a=1"), "-a=1"),
            (("toy", "--c=1"), "--c: toy has no such argument"),
            (("inc-sim", "--output=x"), "--output"),
            (("inc-sim", "--csv=x"), "--csv"),
            (("inc-sim", "--trace=x,y"), "--trace: accepted: one name"),
            (("inc-sim", "--help"), "--help"),
            (("inc-sim", "--hots=4"), "--hots"),
            (("--runs=2", "inc-sim", "--RngRun=1"), "--RngRun: --runs=2"),
            (("--runs=9999", "toy", "--a=" + ",".join(map(str, range(101)))), "1009899 points"),
            (("--repeat=nothing",), "nothing: No such file"),
            ((f"--repeat={SCRIPT}",), "not JSON"),
        ):
            with self.subTest(arguments):
                self.assert_refused(*arguments, word=word)

    def test_a_folder_that_cannot_be_is_refused(self):
        for name in ("", self.log, self.log / "below", self.fakes.parent):
            with self.subTest(name):
                self.out = name
                self.assert_refused("toy", "--a=1", word="--out")

    def test_the_folder_of_another_sweep_is_refused(self):
        self.run_sweep("toy", "--a=1,2")
        for other in (("toy", "--a=1"), ("toy", "--b=1,2"), ("--runs=1", "toy", "--a=1,2")):
            self.assert_refused(*other, word="holds another sweep")
        sweep = {**self.sweep(), "version": "0.0.1"}
        (self.out / "sweep.json").write_text(json.dumps(sweep))
        self.assert_refused("toy", "--a=1,2", word="holds another sweep")

    def test_a_damaged_sweep_file_is_refused(self):
        path = self.top / "sweep.json"
        good = {"schema": "inc-sweep/1", "program": "toy", "version": "0.1.0", "folder": "/",
                "parameters": {"a": ["1"]}, "runs": None}  # fmt: skip
        for changed in ({"schema": "x"}, {"program": 1}, {"parameters": {"a": []}}, {"runs": 0},
                        {"parameters": {"a": "1"}}, {"folder": None}):  # fmt: skip
            path.write_text(json.dumps({**good, **changed}))
            with self.subTest(changed):
                self.assert_refused(f"--repeat={path}", word="sweep.json")
        path.write_text(json.dumps(good))
        self.assert_refused(f"--repeat={path}", "toy", word="--repeat")
        self.run_sweep(f"--repeat={path}")


if __name__ == "__main__":
    unittest.main()
