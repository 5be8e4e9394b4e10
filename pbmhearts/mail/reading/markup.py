"""The HTML elements and the marks of mail programs that tell what is shown, quoted or a signature."""

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


VOID = _set("area base br col embed hr img input link meta source track wbr")
"""Elements without content."""
UNSEEN = _set(
    "head script style title template noscript object svg math select textarea iframe audio video canvas"
    " s strike del"
)
"""Elements whose text is not shown as text, or is struck out."""
RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title", "textarea")}
"""Elements whose content is no markup, and what ends them."""
PARAGRAPHS = _set("p h1 h2 h3 h4 h5 h6")
"""Elements with a blank line around them."""
BLOCKS = _set(
    "address article aside blockquote br center dd div dl dt fieldset footer form header hr li main nav ol pre"
    " section table tbody td tfoot th thead tr ul body"
)
"""Elements on lines of their own."""

QUOTES = _set(
    "yahoo_quoted moz-cite-prefix gmail_attr tutanota_quote zmail_extra reply-intro cite_prefix"
    " mail-editor-reference-message-container olk_src_body_section __quoted_text__ quoted-content moz-forward-container"
)
"""Classes, ids and names of what holds a quotation or its attribution and nothing else."""
AROUND_QUOTES = _set("gmail_quote gmail_quote_container protonmail_quote gmail_extra")
"""Classes of what holds an attribution, a blockquote, and perhaps the writer's words below."""
QUOTED_FROM_HERE = _set("divrplyfwdmsg appendonsend replysplit")
"""Ids of the marks from which on Outlook quotes, without a container."""
SIGNATURES = _set(
    "gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block signature"
    " applemailsignature ms-outlook-mobile-signature composer_signature mail-signature"
)
"""Classes and ids of signatures."""
