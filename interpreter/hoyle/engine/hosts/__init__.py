"""Hosts: small programs that play a compiled game without Hoyle, to be copied by those who embed one.

`hoyle_host.py` needs Python and wasmtime, `hoyle_host.js` Node or a browser. They are data here: nothing in Hoyle
imports them, and they import nothing of Hoyle.
"""

from __future__ import annotations

from pathlib import Path


def read(name: str) -> bytes:
    """The text of a host's file."""
    return (Path(__file__).parent / name).read_bytes()
