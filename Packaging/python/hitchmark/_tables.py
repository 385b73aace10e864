"""Tables as data frames of pandas or polars, or as lists of dictionaries."""

from __future__ import annotations

import csv
import importlib.util
import io
from typing import Any, Literal, get_args

Kind = Literal["pandas", "polars", "list"]


def from_rows(rows: list[dict[str, Any]], kind: Kind | None) -> Any:
    """A table of rows, which all have the same keys."""
    kind = _chosen(kind)
    if kind == "pandas":
        import pandas

        return pandas.DataFrame(rows)
    if kind == "polars":
        import polars

        # A type may only show in the last row.
        return polars.DataFrame(rows, infer_schema_length=None)
    return rows


def from_csv(data: bytes, texts: set[str], kind: Kind | None) -> Any:
    """A table of a CSV file with a header, whose columns are whole numbers but for some with texts."""
    kind = _chosen(kind)
    columns = data[: data.index(b"\n")].decode().strip().split(",")
    if kind == "pandas":
        import pandas

        # With these types, whole numbers stay whole in columns with missing values.
        types = {name: "string" if name in texts else "Int64" for name in columns}
        return pandas.read_csv(io.BytesIO(data), dtype=types)
    if kind == "polars":
        import polars

        return polars.read_csv(data, schema={name: polars.String if name in texts else polars.Int64 for name in columns})
    rows = csv.DictReader(io.StringIO(data.decode(), newline=""))
    return [{name: _value(field, name in texts) for name, field in row.items()} for row in rows]


def _chosen(kind: Kind | None) -> Kind:
    if kind is None:
        return next((name for name in ("pandas", "polars") if importlib.util.find_spec(name)), "list")
    if kind not in get_args(Kind):
        raise ValueError(f"there is no kind of table “{kind}”; expected one of {', '.join(get_args(Kind))}")
    return kind


def _value(field: str, is_text: bool) -> str | int | None:
    if not field:
        return None
    return field if is_text else int(field)
