"""From a game to what is published of it: books with pictures, files, the pages of the site.

Readers do not know each other; here their results meet: `rulebook` gives books, `pictures` pictures, the engine plays
and positions, `verify` reports; `site` takes them as data.

    edition = Edition("pig")                       a game, its programs and books made once each
    edition.voice("fr")                            the game in a language: book, speaker, pictures
    book_files(edition, "fr", (), "pdf")           the files of a book
    game_pages("pig", Wanted())                   all that the site shows of it
    publish(["pig"], Wanted(…), folder)            the site of some games
    change_log(older, edition, "fr", (), "md")     what is new in it
"""

from .changelog import change_log
from .edition import Edition, Voice
from .files import FORMATS, book_files
from .pages import Wanted, game_pages
from .whole import publish

__all__ = ["FORMATS", "Edition", "Voice", "Wanted", "book_files", "change_log", "game_pages", "publish"]
