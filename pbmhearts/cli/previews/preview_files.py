"""Letters as files to look at."""

import email
import email.policy
import html
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbmhearts.cli.previews.story import Preview


def parts(raw: bytes) -> tuple[str, str, dict[str, str]]:
    """The text part with its Subject above it, the HTML part ("" if there is none), and the attachments by name."""
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    text, page = letter.get_body(("plain",)), letter.get_body(("html",))
    files = {str(part.get_filename()): str(part.get_content()) for part in letter.iter_attachments()}
    words = f"Subject: {letter['Subject']}\n\n{text.get_content() if text else ''}"
    return words, str(page.get_content()) if page else "", files


def write(folder: Path, style: str, preview: Preview) -> None:
    """Write a letter as `<style>-<name>` with .eml, .txt and, where it has them, .html and its attachment."""
    stem = f"{style}-{preview.name}"
    words, page, files = parts(preview.raw)
    (folder / f"{stem}.eml").write_bytes(preview.raw)
    (folder / f"{stem}.txt").write_text(words, encoding="utf-8")
    if page:
        (folder / f"{stem}.html").write_text(page, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{stem}-{name}").write_text(content, encoding="utf-8")


def write_index(folder: Path, written: Mapping[str, Sequence[Preview]]) -> Path:
    """A page with links to all of them, a row a letter and a column a style."""
    rows = {preview.name: preview.title for previews in written.values() for preview in previews}
    head = "".join(f'<th scope="col">{style}</th>' for style in written)
    body = "".join(
        f'<tr><th scope="row">{html.escape(title)}</th>'
        + "".join(f"<td>{_links(folder, f'{style}-{name}')}</td>" for style in written)
        + "</tr>\n"
        for name, title in rows.items()
    )
    page = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Letters</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 2em }} th, td {{ padding: 2px 12px; text-align: left }}</style>
</head><body><h1>Letters</h1>
<table><tr><th scope="col">letter</th>{head}</tr>
{body}</table></body></html>
"""
    index = folder / "index.html"
    index.write_text(page, encoding="utf-8")
    return index


def _links(folder: Path, stem: str) -> str:
    kinds = [kind for kind in ("html", "txt", "eml") if (folder / f"{stem}.{kind}").exists()]
    return " ".join(f'<a href="{stem}.{kind}">{kind}</a>' for kind in kinds)
