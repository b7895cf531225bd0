"""The one record that every check returns, whether it ran or not (methods.md 0.3)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from auditgen.records.base import Record, settle

CheckStatus = Literal["ran", "not_run", "not_applicable"]
Outcome = Literal["strong_concern", "some_concern", "none_found", "unclear", "supports", "contradicts"]
Reading = Literal["L", "R", "P"]


class CheckResult(Record):
    """The result record of the method, and one field more: `values`.

    Shares and gaps are fractions in [0, 1]; `unit` names what `estimate` counts. `values` holds the structured
    findings that grading reads (the open settings, the figures of other parties, the exposure class ...), so that
    every verdict can be computed again from the record alone.

    `none_found` is legal only with a filled `mde`: a search that cannot say what it could have found has found
    nothing out.
    """

    check_id: str
    check_version: str
    status: CheckStatus
    reason: str | None = None
    inputs: tuple[str, ...] = ()
    estimate: float | None = None
    unit: str | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    ci_method: str | None = None
    n: int | None = None
    p_value: float | None = None
    p_adjusted: float | None = None
    family: str | None = None
    mde: float | None = None
    outcome: Outcome | None = None
    readings: tuple[Reading, ...] = ()
    assumptions: tuple[str, ...] = ()
    caveat_ids: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    seed: int | None = None
    values: dict[str, Any] = Field(default_factory=dict)

    @field_validator("estimate", "ci_low", "ci_high", "p_value", "p_adjusted", "mde", "values", mode="before")
    @classmethod
    def _settle(cls, value: Any) -> Any:
        return settle(value)

    @model_validator(mode="after")
    def _searched(self) -> CheckResult:
        if self.outcome == "none_found" and self.mde is None:
            raise ValueError(f"{self.check_id}: none_found without mde; say what the check could have found")
        if self.status != "ran" and self.outcome is not None:
            raise ValueError(f"{self.check_id}: an outcome needs a check that ran")
        if self.status != "ran" and not self.reason:
            raise ValueError(f"{self.check_id}: say why the check did not run")
        return self
