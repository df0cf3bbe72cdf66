"""What the client says when it cannot do what it was asked."""

__all__ = ["ClientError", "InvalidMessage", "RefusedAnswer"]


class ClientError(Exception):
    """A request of the person at the keyboard that cannot be met; nothing has changed.

    Attributes:
        what: what is wrong, and where.
        advice: what to do about it; empty where nothing can be done.
    """

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what, advice)
        self.what = what
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.what}\n  {self.advice}" if self.advice else self.what


class InvalidMessage(ClientError):
    """A message that our own page would not have sent, or an answer to another question."""


class RefusedAnswer(ClientError):
    """An answer that the rules refuse, told as its reader knows the pieces.

    Attributes:
        rule: number of the rule that refuses.
        reason: what is wrong with the answer.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
