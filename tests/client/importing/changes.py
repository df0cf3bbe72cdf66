"""Changes to the game file of these tests: what it says now, and what comes of it."""

__all__ = [
    "PLACED",
    "attachment",
    "before",
    "notes",
    "placement",
    "setting",
]

from tests.client.importing.maps import imported

END = "  </attachmentList>"
PLACED = '<unitPlacement unitType="armour"'
PROPERTIES = '<property name="mapName" value="small"/>'


def before(anchor: str, *added: str) -> tuple[str, str]:
    """The change that adds something before a place in the file."""
    return anchor, f"{''.join(added)}{anchor}"


def placement(space: str, owner: str) -> str:
    return f'<unitPlacement unitType="infantry" territory="{space}" quantity="4" owner="{owner}"/>'


def attachment(rules: str, to: str, name: str = "x", **options: str) -> tuple[str, str]:
    """The change that hangs another attachment on something; ``v/c`` is value and count."""
    listed = "".join(
        f'<option name="{option}" value="{value.partition("/")[0]}"'
        f' count="{value.partition("/")[2]}"/>'
        for option, value in options.items()
    )
    opening = f'<attachment name="{name}" attachTo="{to}" javaClass="t.{rules}">'
    return before(END, f"{opening}{listed}</attachment>")


def setting(name: str, value: str) -> tuple[str, str]:
    """The change that gives the game another property."""
    return before(PROPERTIES, f'<property name="{name}" value="{value}"/>')


def notes(*changes: tuple[str, str]) -> dict[str, str]:
    """What the report says of each thing, whatever the sort."""
    return {
        note.subject: f"{note.sort.name}: {note.what}" for note in imported(*changes).report.notes
    }
