"""An audit in several processes: the report of one, whatever becomes of the others."""

import multiprocessing
import os
from pathlib import Path

import pytest

from client import parallel_audit
from client.parallel_audit import audit_in_parallel, jobs_for, read_file
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import write_log
from protocol.obligations import Chunk, first_broken
from protocol.report import finish_audit
from tests.protocol.test_audit import played
from tests.protocol.test_audit_shared import forged
from tests.protocol.toy_match import toy_table


def die(chunk: Chunk) -> int | None:
    """A helper that is killed; who asked it does its own part."""
    if multiprocessing.parent_process() is None:
        return first_broken(chunk)
    os._exit(9)


def test_a_file_that_never_ends_is_told_from_a_log_at_once() -> None:
    assert read_file(Path("/dev/zero")) == bytes(len(EVIDENCE_MAGIC))


def test_two_processes_give_the_report_of_one() -> None:
    made = played(Secrecy.PROVED)
    good = write_log(made.spectator.log)
    lying = forged(made, place=2, after=20)
    assert lying is not None
    for data in (good, lying):
        report = audit(data, open_table=toy_table)
        assert finish_audit(audit_in_parallel(data, 2, open_table=toy_table)) == report
    assert not multiprocessing.active_children()


def test_a_helper_that_is_killed_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_log(played(Secrecy.PROVED).spectator.log)
    monkeypatch.setattr(parallel_audit, "first_broken", die)
    assert finish_audit(audit_in_parallel(data, 2, open_table=toy_table)) == audit(
        data, open_table=toy_table
    )
    assert not multiprocessing.active_children()


def test_without_helpers_one_process_audits(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError("no more processes")

    data = write_log(played().spectator.log)
    monkeypatch.setattr(parallel_audit, "ProcessPoolExecutor", none)
    assert finish_audit(audit_in_parallel(data, 2, open_table=toy_table)) == audit(
        data, open_table=toy_table
    )


def test_an_audit_given_up_leaves_no_process() -> None:
    steps = audit_in_parallel(write_log(played().spectator.log), 2, open_table=toy_table)
    next(steps)
    steps.close()
    assert not multiprocessing.active_children()


def test_a_short_log_is_audited_by_one() -> None:
    assert jobs_for(100_000) == 1
    assert jobs_for(10_000_000) == min(os.cpu_count() or 1, 4)
