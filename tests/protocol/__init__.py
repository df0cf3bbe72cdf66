import pytest

pytest.register_assert_rewrite("tests.protocol.vectors", "tests.protocol.ed25519")
