"""Each block of docs/oracle.md stands alone: who pastes one needn't have pasted another before."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT


def test_each_block_imports_what_it_uses() -> None:
    page = (ROOT / "docs" / "oracle.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 12
    for block in blocks:
        assert block.startswith((">>> import verified\n", ">>> from verified")), block
