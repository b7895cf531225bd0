"""A second extraction keeps what a person decided and shows only differences."""

from __future__ import annotations

from auditgen.intake.documents.draft import draft_file
from auditgen.intake.documents.merge import GONE, merge
from tests.intake.documents.reading import CARD, extraction_of


def test_the_same_document_again_changes_nothing() -> None:
    old = draft_file(extraction_of(CARD))
    old.rows[0] |= {"status": "confirmed", "notes": "checked"}
    old.rows[1]["status"] = "rejected"
    merged = merge(old, draft_file(extraction_of(CARD)))
    assert merged.file.rows == old.rows
    assert (merged.added, merged.changed, merged.gone, merged.kept) == ([], [], [], 3)
    assert merged.sentences == ["unchanged: 3 rows"]


def test_moved_lines_move_the_place_and_nothing_else() -> None:
    old = draft_file(extraction_of(CARD))
    old.rows[0] |= {"status": "confirmed", "score": "88.5", "notes": "checked"}
    merged = merge(old, draft_file(extraction_of(CARD.replace("# DeepSeek-V3\n", "# DeepSeek-V3\n\nNew text.\n"))))
    assert merged.kept == 3
    assert merged.file.rows[0]["notes"] == "checked"
    assert merged.file.rows[0]["place"].startswith("line 7")


def test_a_changed_figure_is_new_and_the_confirmed_one_stays() -> None:
    old = draft_file(extraction_of(CARD))
    old.rows[0]["status"] = "confirmed"
    merged = merge(old, draft_file(extraction_of(CARD.replace("88.5", "88.6").replace("87.2", "87.4"))))
    assert len(merged.changed) == 2
    rows = {row["id"]: row for row in merged.file.rows}
    kept = rows[old.rows[0]["id"]]
    assert (kept["status"], kept["score"]) == ("confirmed", "88.5")
    assert GONE in kept["flags"]
    fresh = next(row for row in rows.values() if row["score"] == "88.6")
    assert fresh["status"] == "draft"
    assert fresh["id"] != kept["id"]
    # A row nobody decided on is replaced.
    assert "87.2" not in {row["score"] for row in rows.values()}
    assert any("88.5 became 88.6" in line and "stays" in line for line in merged.sentences)


def test_gone_rows_go_unless_decided_and_other_documents_stay() -> None:
    old = draft_file(extraction_of(CARD))
    old.rows[2]["status"] = "confirmed"
    old.rows.append({"id": "own", "status": "draft", "model": "x", "source": "other"})
    merged = merge(old, draft_file(extraction_of("# DeepSeek-V3\n\nNothing.\n")))
    assert [row["id"] for row in merged.file.rows] == [old.rows[2]["id"], "own"]
    assert len(merged.gone) == 3


def test_added_rows_are_drafts() -> None:
    old = draft_file(extraction_of(CARD))
    merged = merge(old, draft_file(extraction_of(CARD + "| GSM8K | 89.3 | 92.0 |\n")))
    assert [row["score"] for row in merged.added] == ["89.3", "92.0"]
    assert {row["status"] for row in merged.added} == {"draft"}
    assert merged.kept == 3
