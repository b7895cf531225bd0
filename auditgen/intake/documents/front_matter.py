"""YAML at the head of a model card: taken off the text, and its model-index made into draft claims."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditgen.intake.claims.ledger import Ledger
from auditgen.intake.claims.nodes import Fields, Items, Node, Scalar
from auditgen.intake.claims.yaml_form import read_yaml
from auditgen.intake.documents.blocks import Document, Spot
from auditgen.intake.documents.cells import read_cell
from auditgen.intake.documents.claimant import Claimant
from auditgen.intake.documents.drafting import Draft, Harvest, Skipped
from auditgen.intake.documents.facts import short
from auditgen.intake.documents.labels import read_label
from auditgen.intake.documents.units import sizes_of, unit_of
from auditgen.intake.documents.vocabulary import Vocabulary
from auditgen.intake.errors import InputError

_FENCED = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_MAX_RESULTS = 5_000


def split_front_matter(text: str, document: Document) -> str:
    """The text with its front matter blanked out, so that lines keep their numbers."""
    found = _FENCED.match(text)
    if not found:
        return text
    try:
        root = read_yaml(found[1], Ledger(document.name))
    except InputError as error:
        line = (error.problems[0].line or 0) + 1
        document.notes.append(f"the front matter is not plain YAML (line {line}) and was not read")
        root = None
    document.front_matter = {k.text: v for k, v in root.entries} if isinstance(root, Fields) else {}
    lines = found[0].count("\n")
    document.front_matter_lines = lines
    return "\n" * lines + text[found.end() :]


def plain_text(node: Node | None) -> str:
    """The text of a scalar; empty for anything else."""
    return node.text.strip() if isinstance(node, Scalar) and not node.null else ""


def _fields(node: Node | None) -> dict[str, Node]:
    return {k.text: v for k, v in node.entries} if isinstance(node, Fields) else {}


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.values if isinstance(node, Items) else ()


def model_index_name(document: Document) -> str | None:
    """The name of the first entry of the model-index."""
    for entry in _items(document.front_matter.get("model-index")):  # type: ignore[arg-type]
        name = plain_text(_fields(entry).get("name"))
        if name:
            return name[:200]
    return None


def read_front_matter(document: Document, words: Vocabulary, claimant: Claimant) -> Harvest:
    """The results of a model-index as drafts, one a metric."""
    harvest = Harvest()
    index = document.front_matter.get("model-index")
    if index is None:
        return harvest
    unread = 0
    for entry in _items(index):  # type: ignore[arg-type]
        fields = _fields(entry)
        model = plain_text(fields.get("name"))
        for number, result in enumerate(_items(fields.get("results"))[:_MAX_RESULTS]):
            drafts = list(_result(document, words, claimant, model, result, number))
            harvest.drafts += drafts
            unread += not drafts
    if unread:
        harvest.skipped.append(
            Skipped(document.name, 0, "front matter", "results without a model, test or number", unread, "model-index")
        )
    shares = [read_cell(d.printed) for d in harvest.drafts]
    sizes = sizes_of(shares)
    for draft, figure in zip(harvest.drafts, shares):
        if "unit" not in draft.fields:
            said = f"{draft.fields.get('metric', '')} {draft.fields['benchmark']}"
            same = [f for d, f in zip(harvest.drafts, shares) if d.fields["benchmark"] == draft.fields["benchmark"]]
            reading = unit_of(
                figure, said, same, sizes, words.test(draft.fields["benchmark"]).candidates, words.catalogue
            )
            if reading.unit:
                draft.fields["unit"] = reading.unit
            if not reading.sure:
                draft.doubt("medium", "unit not clear")
    return harvest


def _result(
    document: Document, words: Vocabulary, claimant: Claimant, model: str, result: Node, number: int
) -> Iterator[Draft]:
    parts = _fields(result)
    dataset, task, source = _fields(parts.get("dataset")), _fields(parts.get("task")), _fields(parts.get("source"))
    written = plain_text(dataset.get("name")) or plain_text(dataset.get("type")) or plain_text(task.get("name"))
    label = read_label(written)
    for at, metric in enumerate(_items(parts.get("metrics"))):
        values = _fields(metric)
        value = values.get("value")
        figure = read_cell(plain_text(value))
        if figure.kind != "number" or not model or not written or not isinstance(value, Scalar):
            continue
        # Lines of the front matter count from the fence.
        spot = Spot(line=value.line + 1)
        kind = plain_text(values.get("type")) or plain_text(values.get("name"))
        draft = Draft(
            {"type": "absolute", "model": model[:400], "benchmark": label.name[:400], "score": figure.text}, spot
        )
        draft.printed, draft.row, draft.column, draft.document = plain_text(value), number, at, document.name
        draft.state("metric", kind[:200])
        args = _fields(dataset.get("args"))
        shots = label.shots or plain_text(args.get("num_few_shot")) or plain_text(args.get("num_fewshot"))
        if re.fullmatch(r"\d{1,3}(?:-\d{1,3})?", shots):
            draft.state("shots", shots)
        draft.state("split", plain_text(dataset.get("split"))[:200])
        config = plain_text(dataset.get("config"))
        if config and config not in ("all", "main", "default"):
            draft.state("config", config[:200])
        for key, told in label.setting.items():
            draft.state(key, told)
        measured = plain_text(source.get("name"))
        if measured:
            draft.state("measured_by", measured[:200])
        if figure.percent:
            draft.fields["unit"] = "percent"
        developer = words.developer_of(model)
        for key, text in (
            ("model_developer", developer),
            ("claimant", claimant.name),
            ("claimant_relation", claimant.relation_to(developer, words)),
        ):
            if text:
                draft.fields[key] = text
        draft.fields["quote"] = f"value: {plain_text(value)}"
        draft.fields["place"] = f'line {spot.line}, front matter, model-index, "{short(written)[:70]}"'
        draft.key_words = (written, kind)
        draft.own = frozenset((*draft.fields, *draft.setting))
        if words.test(label.name).status == "unknown" and words.test(written).status == "unknown":
            draft.doubt("medium", "unknown test")
        if plain_text(values.get("verified")).lower() == "true":
            draft.flags.append("marked as verified")
        yield draft
