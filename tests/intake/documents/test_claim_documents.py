"""The hand-checked documents: the targets of extraction, held document by document."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.shared_data import ROOT, shared

SLUGS = (
    "caisi-deepseek-2025",
    "deepseek-r1-paper-pdf",
    "deepseek-r1-readme",
    "deepseek-v3-readme",
    "hf-model-index-neuralbeagle14-7b",
    "intl-ai-safety-report-2026",
    "kimi-k2-readme",
    "llama-3-1-model-card",
    "llama-3-3-model-card",
    "llama-4-model-card",
    "openai-multilingual-mmlu",
    "openai-simple-evals-readme",
    "qwen-readme-cn",
)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    """benchmarks/extract.py, which is no package."""
    spec = importlib.util.spec_from_file_location("extract_benchmark", ROOT / "benchmarks" / "extract.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extract_benchmark"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("slug", SLUGS)
def test_a_document_reaches_its_targets(slug: str, benchmark: ModuleType) -> None:
    folder: Path = shared(f"claim-documents/{slug}")
    for kind, score in benchmark.score_folder(folder).items():
        recall, precision, _ = benchmark.TARGETS[kind]
        assert score.quotes_found == score.quotes, kind
        assert score.sure_wrong == 0, kind
        # Few claims of a kind in one document say little; their sum is held below.
        if score.truth >= 20:
            assert score.found >= recall * score.truth, kind
            assert score.right >= precision * score.drafts, kind


def test_all_documents_together_reach_the_targets(benchmark: ModuleType) -> None:
    totals: dict[str, object] = {}
    for slug in SLUGS:
        for kind, score in benchmark.score_folder(shared(f"claim-documents/{slug}")).items():
            total = totals.setdefault(kind, benchmark.Score())
            total.add(score)  # type: ignore[attr-defined]
    assert set(totals) == set(benchmark.TARGETS)
    assert all(benchmark.show("ALL", kind, total) for kind, total in totals.items())
