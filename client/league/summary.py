"""Many verdicts counted."""

__all__ = ["Summary"]

from collections import Counter
from collections.abc import Iterator

from client.league.verdicts import Outcome, Verdict
from engine.errors import counted
from protocol.identity import PublicKey
from protocol.report import Json


class Summary:
    """How many logs came to what.

    Attributes:
        outcomes: by outcome.
        codes: of what is wrong, by code.
        culprits: logs in which a key is convicted, by key.
    """

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.codes: Counter[str] = Counter()
        self.culprits: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Count one."""
        self.outcomes[verdict.outcome] += 1
        if verdict.code is not None and verdict.outcome is not Outcome.VERIFIED:
            self.codes[verdict.code] += 1
        if verdict.culprit is not None:
            self.culprits[verdict.culprit] += 1

    def to_json(self) -> dict[str, Json]:
        """One JSON object."""
        return {
            "logs": self.outcomes.total(),
            **{outcome.value: self.outcomes[outcome] for outcome in Outcome},
            "codes": dict(sorted(self.codes.items())),
            "culprits": dict(sorted(self.culprits.items())),
        }

    def to_text(self) -> str:
        """For people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        each = ", ".join(f"{self.outcomes[outcome]} {outcome}" for outcome in Outcome)
        yield f"{counted(self.outcomes.total(), 'log')}: {each}"
        for code, count in sorted(self.codes.items()):
            yield f"  {count} {code}"
        for key, count in sorted(self.culprits.items()):
            known = PublicKey(bytes.fromhex(key)).fingerprint
            yield f"  key {known} convicted in {counted(count, 'log')}"
