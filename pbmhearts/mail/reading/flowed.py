"""format=flowed (RFC 3676): lines that a mail program broke come together again."""


def unflow(text: str, *, delsp: bool) -> str:
    """Join soft-broken lines.

    Quoted ones come out as `> ` and the text, whatever their depth was, with a blank line after the last.
    """
    result: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for line in text.split("\n"):
        bare = line.lstrip(">")
        level = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        signature = bare == "-- "
        if paragraph and (level != depth or signature):
            result.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
        if depth and not level:
            result.append("")
        depth = level
        soft = bare.endswith(" ") and not signature
        paragraph.append(bare[:-1] if soft and delsp else bare)
        if not soft:
            result.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
    if paragraph:
        result.append(_quoted(depth, "".join(paragraph)))
    return "\n".join(result)


def _quoted(depth: int, text: str) -> str:
    return f"> {text}" if depth else text
