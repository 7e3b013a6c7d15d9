#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Spin finds no error in the protocol's models, and finds each fault that is put into them."""

import concurrent.futures
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../model"))

import inc_model  # noqa: E402
import inc_mutations  # noqa: E402


def check_all(runs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(zip(runs, pool.map(inc_model.check, runs)))


class Model(unittest.TestCase):
    def test_the_models_that_take_seconds_end_as_they_must(self):
        runs = [run for run in inc_model.RUNS if not run.is_fault and not run.exhaustive]
        for run, result in check_all(runs):
            self.assertEqual(result.violation, run.violation, run)
            self.assertTrue(run.violation or result.complete, run)
            self.assertGreater(result.states, 1, run)

    def test_each_fault_is_found_for_what_it_is(self):
        runs = [run for run in inc_model.RUNS if run.is_fault]
        self.assertGreaterEqual(len(runs), 10)
        for run, result in check_all(runs):
            self.assertEqual(result.violation, run.violation, run)

    def test_each_rule_that_mutations_break_stands_once_in_the_code(self):
        for mutation in inc_mutations.MUTATIONS:
            path = os.path.join(inc_mutations.TOP, "src", mutation.file)
            whole = inc_mutations.read(path).decode()
            self.assertEqual(whole.count(mutation.before), 1, mutation.name)

    def test_each_fault_that_a_model_can_have_is_among_them(self):
        for model in {run.model for run in inc_model.RUNS}:
            with open(os.path.join(inc_model.FOLDER, model + ".pml"), encoding="utf-8") as file:
                text = file.read()
            named = {word for run in inc_model.RUNS if run.model == model
                     for word in run.options.split() if word.startswith("FAULT_")}  # fmt: skip
            self.assertEqual(named, set(inc_model.FAULT.findall(text)), model)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
