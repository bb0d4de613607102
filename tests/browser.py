"""A headless Chromium that reaches one folder of pages on this machine, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from needs import program

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = [
    "--no-sandbox",  # the tests may run as root, and read only pages that they made
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium() -> str:
    """Where Chromium is."""
    return program(*NAMES, package="chromium")


# All that a page leaves to luck comes from one fixed sequence, so that a test that plays sees the same games each time.
LUCK = """
let last = 0;
crypto.getRandomValues = (room) => {
  for (const k of room.keys()) room[k] = last = (last + 0x9E3779B9) >>> 0;
  return room;
};
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on the loopback; gives its address, without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Visitor:
    """A reader with a browser: opens pages below one address, notes what goes elsewhere and what pages complain of."""

    def __init__(self, browser: Any, home: str) -> None:
        self.browser, self.home = browser, home
        self.strayed: list[str] = []
        self.complaints: list[str] = []

    @contextmanager
    def page(self, path: str, **options: Any) -> Iterator[Any]:
        """A page in a fresh window. Options are those of a browser context."""
        context = self.browser.new_context(**{"viewport": {"width": 1000, "height": 800}, **options})
        context.set_default_timeout(20_000)
        context.route("**/*", self._watch)
        context.add_init_script(LUCK)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on(
            "console", lambda said: self.complaints.append(f"{path}: {said.text}") if said.type == "error" else None
        )
        try:
            page.goto(f"{self.home}/{path}")
            yield page
        finally:
            context.close()

    def _watch(self, route: Any) -> None:
        url = route.request.url
        if url.startswith((self.home, "data:")):
            route.continue_()
        else:
            self.strayed.append(url)
            route.abort()

    def checked(self) -> None:
        """Nothing went elsewhere, and no page complained."""
        assert not self.strayed
        assert not self.complaints
