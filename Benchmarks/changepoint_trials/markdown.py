"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A Markdown table. The first `words` columns are aligned left, the others right."""
    rules = [":--" if column < words else "--:" for column in range(len(header))]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, rules, *rows])
