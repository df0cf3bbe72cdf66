"""Puts the texts of the rulebook into the package; all else stands in pyproject.toml.

The texts are documents of the project, read on its site under `docs/rules`. An installed program
prints them too, so a build copies them into `client/rulebook`. In a source tree there is no copy.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

TEXTS = [Path("docs/rules", f"{name}.md") for name in ("base-game", "secret-subs", "variants")]
FOLDER = Path("client/rulebook")


class BuildWithRulebook(build_py):
    """Builds the packages, and copies the texts into the built one."""

    def run(self) -> None:
        """Copy them, unless the source tree itself is what gets installed."""
        super().run()
        if not self.editable_mode:
            for text in TEXTS:
                self.copy_file(str(text), str(self._built(text)))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002
        """Every file that is built."""
        built = () if self.editable_mode else map(self._built, TEXTS)
        return [*super().get_outputs(include_bytecode), *map(str, built)]

    def _built(self, text: Path) -> Path:
        return Path(self.build_lib, FOLDER, text.name)


setup(cmdclass={"build_py": BuildWithRulebook})
