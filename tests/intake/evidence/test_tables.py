"""Tables and logs as evidence: item matrices with dates beside them, results, equal practice, wordings, votes."""

from __future__ import annotations

import pytest

from auditgen.catalogue import open_catalogue
from auditgen.intake.errors import InputError
from auditgen.intake.evidence import read_evidence
from tests.shared_data import shared


def read(folder, **files):
    for name, text in files.items():
        suffix = "yaml" if name == "evidence" else "csv"
        (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    return read_evidence([folder], open_catalogue())


def listed(name="answers", **more):
    keys = {"file": f"{name}.csv", "benchmark": "MMLU", "citation": "somebody", "produced_by": "independent", **more}
    return "files:\n- {" + ", ".join(f"{k}: {v}" for k, v in keys.items()) + "}\n"


ANSWERS = (
    "model,item,correct\nGPT-4,q1,1\nGPT-4,q2,0\nGPT-4,q3,\nLlama-2-70b,q1,1\nLlama-2-70b,q2,1\nLlama-2-70b,q3,0\n"
)


def test_an_item_matrix_holds_models_items_and_scores_by_name(tmp_path):
    (item,) = read(tmp_path, answers=ANSWERS, evidence=listed()).evidence
    content = item.content
    assert (item.kind, content["benchmark_id"], content["items"]) == ("item_matrix", "mmlu", 3)
    assert content["models"] == ["GPT-4", "Llama-2-70b"]
    assert content["scores"] == {"GPT-4": "10.", "Llama-2-70b": "110"}
    assert content["model_ids"][1] == "llama-2-70b"
    assert (content["dates"], content["clusters"]) == (None, None)


def test_dates_and_difficulty_may_stand_in_a_table_of_their_own(tmp_path):
    dates = "item,date,difficulty,platform\nq1,2023-01-02,easy,a\nq2,2024-01-02,hard,b\nq9,2024-01-02,hard,b\n"
    evidence = listed() + "models:\n- {model: GPT-4, training_cutoff: 2021-09, citation: its maker}\n"
    found = read(tmp_path, answers=ANSWERS, dates=dates, evidence=evidence)
    content = next(e.content for e in found.evidence if e.kind == "item_matrix")
    assert content["dates"] == ["2023-01-02", "2024-01-02", None]
    assert content["difficulty"] == ["easy", "hard", None]
    assert content["platforms"] == ["a", "b", None]
    assert content["cutoffs"][0][0] == {"date": "2021-09", "source": "its maker"}


def test_a_matrix_that_names_no_test_is_applied_to_nothing_and_says_so(tmp_path):
    found = read(tmp_path, answers=ANSWERS)
    assert found.evidence[0].content["benchmark_id"] is None
    assert any("does not say of which test" in note for note in found.notes)


def test_results_are_fractions_and_carry_n(tmp_path):
    rows = ("GPT-4,MMLU,86.4,percent,14042,0.3", "GPT-4,HellaSwag,95.3,percent,10042,0.2",
            "Llama-2-70b,MMLU,68.9,percent,14042,0.4", "Llama-2-70b,HellaSwag,87.3,percent,10042,0.3")  # fmt: skip
    table = "model,benchmark,score,unit,n_items,stderr\n" + "\n".join(rows) + "\n"
    (item,) = read(tmp_path, results=table).evidence
    assert item.kind == "results"
    assert item.content["benchmark_ids"] == ["hellaswag", "mmlu"]
    row = item.content["rows"][0]
    assert (row["score"], row["unit"], row["n_items"], row["benchmark_id"]) == (
        pytest.approx(0.864),
        "fraction",
        14042,
        "mmlu",
    )


@pytest.mark.parametrize(("before", "after"), [("before", "after"), ("direct_eval", "train_before_test")])
def test_before_and_after_make_equal_practice(tmp_path, before, after):
    rows = [
        f"GPT-4,MMLU,{before},86.4",
        f"GPT-4,MMLU,{after},88.0",
        f"Llama-2-70b,MMLU,{before},68.9",
        f"Llama-2-70b,MMLU,{after},72.0",
    ]
    (item,) = read(tmp_path, practice="model,benchmark,setting,score\n" + "\n".join(rows) + "\n").evidence
    assert item.kind == "equal_practice"
    assert [(r["before"], r["after"]) for r in item.content["rows"]] == [
        (pytest.approx(0.864), pytest.approx(0.88)), (pytest.approx(0.689), pytest.approx(0.72)),
    ]  # fmt: skip


def test_the_published_table_of_equal_practice(tmp_path):
    (item,) = read_evidence([shared("results/lm_harmony/scores_long.csv")], open_catalogue()).evidence
    assert item.kind == "equal_practice"
    assert len({r["model"] for r in item.content["rows"]}) == 61
    assert len({r["benchmark"] for r in item.content["rows"]}) >= 24


def test_a_file_of_several_tables_needs_a_choice_and_says_where_to_make_it(tmp_path):
    rows = ("A,GPT-4,MMLU,86.4", "A,Llama-2-70b,MMLU,68.9", "B,GPT-4,MMLU,80.0", "B,Llama-2-70b,MMLU,60.0")
    table = "leaderboard,model,benchmark,score\n" + "\n".join(rows) + "\n"
    with pytest.raises(InputError, match=r"In evidence.yaml: where: \{COLUMN: NAME\}"):
        read(tmp_path, board=table)
    found = read(tmp_path, board=table, evidence=listed("board", where="{leaderboard: B}"))
    assert [r["score"] for r in found.evidence[0].content["rows"]] == [pytest.approx(0.8), pytest.approx(0.6)]


@pytest.mark.parametrize(
    ("name", "kind", "rows"),
    [
        ("lm_eval/v0.4-2024_gsm8k.json", "results", 2),
        ("inspect_ai/arc_qwen.json", "results", 1),
        ("lmarena_csv/lmarena_text.csv", "votes", 266),
        ("helm/mmlu-subject=philosophy,method=multiple_choice_joint,model=openai_gpt2", "results", 20),
    ],
)
def test_logs_are_results(name, kind, rows):
    found = read_evidence([shared(f"formats/{name}")], open_catalogue())
    assert [(e.kind, len(e.content["rows"])) for e in found.evidence] == [(kind, rows)]
    assert found.inputs[0].recognised_by.startswith("evaluation log")


def test_votes_of_a_real_board_stay_with_their_models():
    found = read_evidence([shared("formats/lmarena_csv/lmarena_text.csv")], open_catalogue())
    rows = found.evidence[0].content["rows"]
    assert rows[0]["model_id"] == "gemini-2.5-pro"
    assert rows[0]["votes"] == 26019
    assert all(row["votes"] for row in rows)


def test_a_board_of_votes_is_known_by_its_file_or_by_what_is_said_of_it(tmp_path):
    table = "rank,model,arena_score,95_pct_ci,votes\n1,GPT-4,1470,+5/-7,26019\n2,Llama-2-70b,1446,+6/-6,137\n"
    (tmp_path / "a").mkdir()
    named = read(tmp_path / "a", lmarena_text=table)
    assert named.evidence[0].content["benchmark_id"] == "chatbot-arena"
    (tmp_path / "b").mkdir()
    said = read(tmp_path / "b", board=table, evidence="files:\n- {file: board.csv, benchmark: Chatbot Arena}\n")
    assert said.evidence[0].content["benchmark_id"] == "chatbot-arena"
    (tmp_path / "c").mkdir()
    unnamed = read(tmp_path / "c", lmarena_vision=table)
    assert unnamed.evidence[0].content["benchmark_id"] is None
    assert any("which board it is" in note for note in unnamed.notes)


def test_a_log_of_single_answers_alone_says_what_to_do():
    path = shared("formats/lm_eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl")
    with pytest.raises(InputError, match="auditgen convert"):
        read_evidence([path], open_catalogue())


def test_votes_that_no_record_can_hold_are_not_votes(tmp_path):
    path = tmp_path / "arena.csv"
    path.write_text(
        "rank,model,arena_score,95_pct_ci,votes\n1,Model-A,1470,+5/-7,26019\n2,Model-B,1446,+6/-6,137999999999999999999995\n"
    )
    rows = read_evidence([path], open_catalogue()).evidence[0].content["rows"]
    assert [r["votes"] for r in rows] == [26019, None]
