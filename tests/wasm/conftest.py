"""The compiled engine is an optional extra: without wasmtime there is nothing to test."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("wasmtime") else ["test_*.py"]
