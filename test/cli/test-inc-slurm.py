#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sweep.py over a real Slurm: munged, slurmctld and two slurmd of this machine, on loopback.

Skipped unless Debian's packages munge, slurmctld, slurmd and slurm-client are installed.
"""

import csv
import getpass
import json
import os
import pathlib
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

BINARIES = pathlib.Path(sys.argv.pop(1)).resolve()
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "examples" / "inc-sweep.py"

os.environ["PATH"] += ":/usr/sbin:/sbin"
TOOLS = ("munged", "slurmctld", "slurmd", "sbatch", "scancel", "scontrol", "squeue")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)]
PATIENCE = 120  # the most seconds to wait for any change

CONF = """
ClusterName=inc
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
MinJobAge=300
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """Slurm on loopback. Every process is a child of this one, and the test ends all of them."""

    NODES = ("n1", "n2")

    def __init__(self, folder):
        self.folder = folder
        self.processes = {}
        for name in ("state", *(f"spool.{node}" for node in self.NODES)):
            (folder / name).mkdir()
        nodes = "\n".join(
            f"NodeName={node} NodeAddr=127.0.0.1 NodeHostname={socket.gethostname()} "
            f"Port={free_port()} CPUs=2 State=UNKNOWN" for node in self.NODES)  # fmt: skip
        (folder / "slurm.conf").write_text(
            CONF.format(host=socket.gethostname(), port=free_port(), user=getpass.getuser(),
                        folder=folder, nodes=nodes))  # fmt: skip
        (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def start_all(self):
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", "--num-threads=1",
                   *(f"--{what}-file={self.folder}/munge.{what}" for what in ("pid", "log", "seed")),
                   f"--socket={self.folder}/munge.socket")  # fmt: skip
        self.wait(lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "-D")
        for node in self.NODES:
            self.start("slurmd", "-D", "-N", node, name=node)
        self.wait(lambda: self.call("sinfo", "-h", "-o", "%T", check=False) == "idle")

    def start(self, *words, name=None):
        with open(self.folder / f"{name or words[0]}.out", "ab") as log:
            self.processes[name or words[0]] = subprocess.Popen(
                words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # fmt: skip

    def stop(self, name):
        process = self.processes.pop(name)
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop_all(self):
        if "slurmctld" in self.processes:
            self.call("scancel", f"--user={getpass.getuser()}", check=False)
        for name in reversed([*self.processes]):
            self.stop(name)

    def call(self, *words, check=True):
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)  # fmt: skip
        if check and done.returncode:
            raise AssertionError(f"{words}: {done.stderr}")
        return done.stdout.strip()

    def wait(self, happened):
        limit = time.monotonic() + PATIENCE
        while not happened():
            if time.monotonic() > limit or any(p.poll() is not None for p in self.processes.values()):
                logs = "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-1500:]}"
                                 for path in [*self.folder.glob("*.out"), *self.folder.glob("*.log")])
                raise AssertionError(f"Slurm does not do as it should\n{logs}")
            time.sleep(0.2)


@unittest.skipIf(MISSING, f"not there: {', '.join(MISSING)}")
class RealSlurm(unittest.TestCase):
    GRID = ("inc-sim", "--topology=star", "--hosts=2,3,4,5", "--size=4KiB,8KiB,16KiB,32KiB,64KiB",
            "--scheme=inc,ring")  # fmt: skip
    POINTS = 40
    KILLED = "9"  # number of the task to kill; each task runs one point

    def setUp(self):
        # paths of sockets must be short
        folder = tempfile.TemporaryDirectory(prefix="inc-slurm-", dir="/tmp")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.cluster = Cluster(self.top)
        self.addCleanup(self.cluster.stop_all)
        self.cluster.start_all()
        # inc-sim, slowed down so that the test can act while it runs. One task waits until it is
        # killed.
        self.binaries = self.top / "bin"
        self.binaries.mkdir()
        slow = self.binaries / "inc-sim"
        slow.write_text(f'#!/bin/sh\n[ -n "${{SLURM_JOB_ID:-}}" ] && sleep 1\n'
                        f'while [ "${{SLURM_ARRAY_TASK_ID:-}}" = {self.KILLED} ] && '
                        f'[ ! -e "{self.top}/killed" ]; do sleep 1; done\n'
                        f'exec "{BINARIES}/inc-sim" "$@"\n')  # fmt: skip
        slow.chmod(0o755)

    def sweep(self, out, engine):
        return subprocess.Popen(
            [SCRIPT, self.binaries, f"--out={out}", f"--engine={engine}", *self.GRID],
            env=self.cluster.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)  # fmt: skip

    def finish(self, process):
        _, error = process.communicate(timeout=2 * PATIENCE)
        return process.returncode, error

    @staticmethod
    def rows(out):
        with open(out / "results.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            for name in ("wall_s", "cpu_s", "peak_rss_bytes"):
                row.pop(name, None)
        return rows

    def records(self, out):
        return len(list((out / "records").glob("*.json"))) if (out / "records").is_dir() else 0

    def completed(self, out):
        """Return how many points ran to their end. A killed point may also have a record, with
        another status."""
        records = [json.loads(path.read_text()) for path in (out / "records").glob("*.json")]
        return sum(record.get("exit") == 0 for record in records)

    def running(self):
        """Return Slurm's job number and the node of each running task, by number of the task."""
        lines = self.cluster.call("squeue", "-h", "-r", "-t", "R", "-o", "%K %A %N").splitlines()
        return {task: (job, node) for task, job, node in map(str.split, lines)}

    def nodes(self):
        """Return the nodes on which tasks run, except the one that waits to be killed."""
        return {node for task, (_, node) in self.running().items() if task != self.KILLED}

    def test_a_sweep_survives_a_killed_job_a_drained_node_and_a_new_controller(self):
        out, cluster = self.top / "slurm", self.cluster
        process = self.sweep(out, "slurm")
        cluster.wait(lambda: self.KILLED in self.running() and self.nodes() == {"n1", "n2"})
        cluster.call("scontrol", "update", "NodeName=n2", "State=DRAIN", "Reason=test")
        cluster.wait(lambda: self.nodes() == {"n1"})
        cluster.call("scancel", "--signal=KILL", "--full", self.running()[self.KILLED][0])
        cluster.wait(lambda: self.KILLED not in self.running())
        before = self.records(out)
        cluster.stop("slurmctld")
        cluster.start("slurmctld", "-D")
        cluster.wait(lambda: self.records(out) > before + 1)
        state = re.search("State=(\\S+)", cluster.call("scontrol", "show", "node", "n2"))[1]
        self.assertIn("DRAIN", state.split("+"))
        status, error = self.finish(process)
        self.assertEqual(status, 1, error)
        # Only the point of the killed task is left.
        self.assertEqual(self.completed(out), self.POINTS - 1)
        # only now, because a process that survives its job would continue earlier
        (self.top / "killed").touch()
        status, error = self.finish(self.sweep(out, "slurm"))
        self.assertEqual(status, 0, error)

        local = self.top / "local"
        status, error = self.finish(self.sweep(local, "local"))
        self.assertEqual(status, 0, error)
        self.assertEqual(len(self.rows(local)), self.POINTS)
        self.assertEqual(self.rows(out), self.rows(local))


if __name__ == "__main__":
    unittest.main()
