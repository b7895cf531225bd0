"""The published table of false alarms and power is that of the checks as they are."""

import importlib.util
import re
import sys

import pytest

from tests.shared_data import ROOT


@pytest.fixture(scope="module")
def power():
    spec = importlib.util.spec_from_file_location("leakage_power", ROOT / "benchmarks" / "leakage_power.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["leakage_power"] = module
    spec.loader.exec_module(module)
    return module


def rows():
    text = (ROOT / "docs" / "leakage-power.md").read_text(encoding="utf-8")
    found = re.findall(
        r"^\| (D\d+) \| ([^|]+) \| ([\d.]+) \| ([\d.]+) \(([\d.]+)–[\d.]+\) \| (\d+)% \| (\d+)% \| (\d+)% \|$",
        text,
        re.M,
    )
    return {(c, n): tuple(map(float, rest)) for c, n, *rest in found}


def test_the_table_has_every_scenario_and_no_check_cries_wolf(power):
    table = rows()
    assert list(table) == [(s.check, s.name) for s in power.SCENARIOS]
    for (check, name), (alpha, alarms, low, *found) in table.items():
        # Two thousand models: the rate may lie above alpha by no more than chance would have it.
        assert low <= alpha, (check, name)
        assert alarms <= 1.5 * alpha, (check, name)
        assert found == sorted(found)
        assert found[-1] > 100 * alpha


@pytest.mark.parametrize("check", ["D3", "D4", "D5", "D6", "D7", "D8", "D10"])
def test_a_small_run_agrees_with_the_table(power, check):
    from scipy.stats import binom

    n = 120
    # The curve of D7 takes a second a model; its numerics are tested where they stand.
    scenarios = [s for s in power.SCENARIOS if s.check == check and not s.name.startswith("curve")]
    for line in power.measure(n, n // 2, 5, scenarios):
        alpha, _, _, *found = rows()[line.scenario.check, line.scenario.name]
        assert line.alarms <= binom.ppf(0.9999, n, alpha)
        for k, percent in zip(line.found, found):
            low, high = binom.ppf([0.00001, 0.99999], n // 2, min(max(percent / 100, 0.005), 0.995))
            assert low - 1 <= k <= high + 1


def test_an_alarm_rate_above_alpha_is_seen(power):
    line = power.Line(power.SCENARIOS[0], 100, 1000, (0, 0, 0), 10)
    assert not line.holds
    assert power.Line(power.SCENARIOS[0], 25, 1000, (0, 0, 0), 10).holds
