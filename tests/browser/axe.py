"""What axe, a checker of accessibility, finds on a page."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.browser.conftest import REQUIRED

_AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
_GRAVE = ("serious", "critical")
_RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
    ({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ target, failureSummary }) => ({ at: target[0], why: failureSummary })),
    }))"""


async def found_by_axe(page: Page) -> list[str]:
    """What keeps people from using the page as it stands: rules of axe, where they are broken."""
    if not _AXE.is_file():
        if os.environ.get(REQUIRED):
            pytest.fail("axe-core is not installed; `npm ci` brings it")
        pytest.skip("NO AXE: accessibility is not checked; `npm ci` brings it")
    await page.evaluate(f"() => {{ {_AXE.read_text(encoding='utf-8')} }}")
    found: list[dict[str, Any]] = await page.evaluate(_RUN)
    return [
        f"{one['id']} at {node['at']}: {node['why']}"
        for one in found
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
