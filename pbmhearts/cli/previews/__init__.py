"""`pbmhearts preview-mails`: one of each letter, to look at."""

from pathlib import Path

import click

from pbmhearts.cli.previews import preview_files, story


@click.command("preview-mails")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--style", "styles", type=click.Choice(tuple(story.STYLES)), multiple=True, help="Only these styles."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed makes the same letters.")
def preview_mails(folder: Path, styles: tuple[str, ...], seed: int) -> None:
    """Write one of each letter in each style into FOLDER. As .eml, .txt and .html, with an index.html.

    They are letters of a real match that a server of its own plays at a fixed time, so the same seed makes the same
    files. No configuration is needed, and none is touched.

    Example: pbmhearts preview-mails /tmp/letters --style table
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for style in styles or tuple(story.STYLES):
        written[style] = list(story.letters(style, seed))
        for preview in written[style]:
            preview_files.write(folder, style, preview)
    count = sum(map(len, written.values()))
    click.echo(f"{count} letters: {preview_files.write_index(folder, written)}")
