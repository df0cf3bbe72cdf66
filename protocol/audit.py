"""The verdict on a log file, from its bytes alone (SPEC-14).

The audit of the *rules* replays everything through a `Table`, like a player's node. Those of the
*line* and of the *secrets* need no rules: see `protocol.outline_audit`.
"""

from collections.abc import Callable

from protocol.errors import Refused, Unreadable
from protocol.evidence import EVIDENCE_MAGIC, judge_evidence
from protocol.founding import Founding
from protocol.full_audit import FullAudit
from protocol.logfile import read_log
from protocol.outline_audit import outline_audit
from protocol.report import Audit, Level, Report, finish_audit
from protocol.table import Table
from protocol.verdict import fault_of, program_fault

__all__ = ["audit", "audit_steps"]


def audit(
    data: bytes,
    level: Level = Level.RULES,
    *,
    open_table: Callable[[Founding], Table] = Table.start,
) -> Report:
    """Judge a log file or an evidence file.

    Args:
        data: the whole file.
        level: how much of a log is judged; of no meaning for evidence.
        open_table: makes the table of a founding; tests play other games than the program's.

    Raises:
        Unreadable: it is neither, or damaged so that nothing in it can be judged.
    """
    return finish_audit(audit_steps(data, level, open_table=open_table))


def audit_steps(
    data: bytes,
    level: Level = Level.RULES,
    *,
    open_table: Callable[[Founding], Table] = Table.start,
) -> Audit:
    """As `audit`, record by record, for showing progress.

    Raises:
        Unreadable: at the first step.
    """
    shown = None if data.startswith(EVIDENCE_MAGIC) else level
    try:
        match shown:
            case None:
                return judge_evidence(data, open_table)
            case Level.LINE | Level.SECRETS:
                return (yield from outline_audit(data, shown))
            case Level.RULES:
                return (yield from FullAudit(read_log(data), len(data), open_table).run())
    except Unreadable:
        raise
    except Refused as refusal:
        return Report(verified=False, level=shown, fault=fault_of(refusal, 0))
    except Exception as error:  # noqa: BLE001 (no input may crash an audit: a failure is a verdict)
        return Report(verified=False, level=shown, fault=program_fault(error, 0))
