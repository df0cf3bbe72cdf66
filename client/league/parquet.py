"""A table as a Parquet file, which keeps the types of its columns.

Nothing else imports `pyarrow`, which is installed with the extra ``secret-subs[parquet]``.
"""

__all__ = ["to_parquet"]

import io

from client.errors import ClientError
from client.league.tables import Cell, Table
from protocol.printable import printable


def to_parquet(table: Table) -> bytes:
    """A table; texts are printable, for names are written by strangers.

    Equal tables make equal bytes with the same release of `pyarrow`, which writes its name there.

    Raises:
        ClientError: `pyarrow` is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 (an extra, which who needs none goes without)
        from pyarrow import parquet  # noqa: PLC0415 (the same)
    except ImportError as error:
        advice = "install it with: pip install 'secret-subs[parquet]'"
        raise ClientError("Parquet files need pyarrow", advice) from error
    columns = {
        name: pa.array([_shown(row[at]) for row in table.rows])
        for at, name in enumerate(table.columns)
    }
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out)
    return out.getvalue()


def _shown(cell: Cell) -> Cell:
    return printable(cell) if isinstance(cell, str) else cell
