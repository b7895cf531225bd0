"""Repairs of the PDF structure that WeasyPrint leaves to be done, and the PDF/UA claim in the metadata."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pydyf

_UA = b"http://www.aiim.org/pdfua/ns/id/"
_UA_ID = b'<rdf:Description rdf:about="" xmlns:pdfuaid="' + _UA + b'"><pdfuaid:part>1</pdfuaid:part></rdf:Description>'
_P = "http://www.aiim.org/pdfa/ns/"
# PDF/A allows the identifier of another standard only together with a description of its schema (ISO 19005-3, 6.6.2.3).
_UA_SCHEMA = (
    f'<rdf:Description rdf:about="" xmlns:pdfaExtension="{_P}extension/" xmlns:pdfaSchema="{_P}schema#" '
    f'xmlns:pdfaProperty="{_P}property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">'
    "<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>"
    f"<pdfaSchema:namespaceURI>{_UA.decode()}</pdfaSchema:namespaceURI>"
    "<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
    '<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>'
    "<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>"
    "<pdfaProperty:description>PDF/UA part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>"
    "</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
).encode()


def claim_pdfua(metadata: Any) -> None:
    """Add the PDF/UA-1 identifier to the XMP of a document that WeasyPrint makes as PDF/A-3a."""
    base = metadata.generate_rdf_metadata

    def generate(*args: Any) -> bytes:
        rdf: bytes = base(*args)
        return rdf.replace(b"</rdf:RDF>", _UA_ID + _UA_SCHEMA + b"</rdf:RDF>")

    metadata.generate_rdf_metadata = generate


def repair_structure(link_words: Mapping[str, str]) -> Callable[[Any, Any], None]:
    """A finisher for `write_pdf`: scope of table heads, kind of lists, description of links.

    `link_words` maps anchors to the words that describe the link; WeasyPrint itself writes the bare anchor.
    """

    def repair(document: Any, pdf: Any) -> None:
        def at(reference: Any) -> Any:
            text = reference if isinstance(reference, str) else reference.decode()
            return pdf.objects[int(text.split()[0])]

        for o in pdf.objects:
            if not isinstance(o, dict):
                continue
            if o.get("S") == "/TH":
                parent = o
                while parent["S"] not in ("/THead", "/TBody", "/Table"):
                    parent = at(parent["P"])
                o["A"]["Scope"] = "/Column" if parent["S"] == "/THead" else "/Row"
            elif o.get("S") == "/L":
                o["A"] = pydyf.Dictionary({"O": "/List", "ListNumbering": "/Disc"})
            elif o.get("Subtype") == "/Link" and "Dest" in o:
                anchor = o["Dest"].string
                o["Contents"] = pydyf.String(link_words.get(anchor, anchor))

    return repair
