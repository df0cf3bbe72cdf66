"""Whoever plays has a keeper remind them: in the terminal, and by the command (SPEC-16.24)."""

import asyncio
import builtins
import time
from pathlib import Path

import pytest

from client.asking import AskingKeeper
from client.cli import main
from client.errors import ClientError
from p2p.node import Node
from tests.client.terminal.seated import Person, seated
from tests.client.test_seats import Paper
from tests.p2p.sinks import HOST, Hook, at_hook, code_in

BOB = 1
ADDRESS = f"https://{HOST}/secret"


async def asks(bob: Person, address: str | None, *, off: bool = False) -> str:
    """Bob, who is away, asks by the command: what that shows."""
    paper = Paper()
    asking = AskingKeeper(paper, address, off=off)
    async with asyncio.timeout(30):
        await asking.run(Node(bob.opened.store, bob.opened.phrase, asking, ways=bob.opened.ways))
    return "\n".join(paper.lines)


def second_code(hook: Hook) -> str:
    """What Bob reads at the hook once it is there."""
    while len(hook.asked) <= 1:
        time.sleep(0.05)
    return code_in(hook.asked[1].decode())


async def test_a_player_asks_the_keeper_in_the_terminal_and_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = Hook(tmp_path)
    async with (
        hook.open() as poster,
        seated(
            tmp_path, "wake-island", "Ann", "Bob", reminders=at_hook(tmp_path, poster)
        ) as people,
    ):
        _, bob = people
        await bob.until(lambda: bool(bob.node.table and bob.node.keepers.terms))
        await bob.answers("reminders", "Kim", "begin with https")
        await bob.answers("reminders at ntfy://topic", "sends to https and nowhere else")
        await bob.answers(f"reminders at {ADDRESS}", "Kim has sent a code to the address")
        await bob.answers("reminders code 00000000", "knows no such code")
        code = code_in(hook.asked[0].decode())
        await bob.answers(f"reminders code {code}", "reminds you at the address from now on")
        await bob.answers("reminders", f"you at https://{HOST}/****")
        await bob.leave()

        assert f"you at https://{HOST}/****" in await asks(bob, None)
        assert "has forgotten your addresses" in await asks(bob, None, off=True)
        monkeypatch.setattr(builtins, "input", lambda _: second_code(hook))
        assert f"you at https://{HOST}/****" in await asks(bob, ADDRESS)
        monkeypatch.setattr(builtins, "input", lambda _: "00000000")
        with pytest.raises(ClientError, match="does not remind you there"):
            await asks(bob, f"https://{HOST}/other")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["remind", "--keeper", "ab", ADDRESS, "--off"], "one address, or --off"),
        (["remind", "--keeper", "ab", ADDRESS, ADDRESS], "one address, or --off"),
        (["relay", "--remind", "https"], "keep games with --keeper"),
        (["keep", "secret-subs:x", "--remind", "mailto"], "need your mail server"),
        (["keep", "secret-subs:x", "--remind", "https", "--remind-mail", "gone"], "cannot be read"),
    ],
)
def test_what_cannot_be_asked_for_is_told(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = [] if words[0] == "relay" else ["--home", str(tmp_path)]
    assert main([*words, *home]) != 0
    assert why in capsys.readouterr().err
