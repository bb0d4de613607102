"""Files of users: read with a clear word when they cannot be, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ..language.diagnostics import HoyleError

LARGEST_JSON = 64 * 2**20


def write(path: Path, text: str) -> None:
    """Write a text file as a whole, as `write_bytes` does.

    Errors: HoyleError if it cannot be written.
    """
    write_bytes(path, text.encode("utf-8", "surrogateescape"))


def is_device(path: Path) -> bool:
    """Whether a path is something to write to that is neither a file nor a folder: a pipe, a device, a terminal."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file as a whole: whoever reads `path` sees what was there before, or all of `data`.

    What is no file but a pipe or a device is written to and not replaced.

    Errors: HoyleError if it cannot be written.
    """
    try:
        if is_device(path) or is_device(path.resolve()):
            path.write_bytes(data)
            return
        path = path.resolve()  # a link keeps pointing where it points; what it points to is replaced
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".hoyle-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes files private; a file written anew keeps its mode, a new one gets the usual one.
            os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, RuntimeError, ValueError) as error:  # links in a circle, a null character in the name
        raise HoyleError(f"{path} cannot be written: {_reason(error)}") from error


def write_folder(home: Path, contents: dict[str, str]) -> None:
    """Make a new folder with these files, all of them or nothing.

    Errors: HoyleError if it is there already or cannot be made.
    """
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix=f".{home.name}.") as made:
            ready = Path(made) / home.name
            ready.mkdir()
            for name, text in contents.items():
                (ready / name).write_text(text, encoding="utf-8", newline="\n")
            ready.rename(home)
    except OSError as error:
        raise HoyleError(f"{home} cannot be made: {_reason(error)}") from error


def write_all(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files into a folder, made if need be: all are ready before the first replaces what was there.

    Errors: HoyleError if the folder cannot be written; it is then as it was before.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".hoyle-") as made:
            for name, data in contents.items():
                (Path(made) / name).write_bytes(data)
            for name in contents:
                os.replace(Path(made) / name, folder / name)
    except OSError as error:
        raise HoyleError(f"{folder} cannot be written: {_reason(error)}") from error


def write_json(path: Path, data: object) -> None:
    """Write `data` as a JSON file, as `write` does.

    Errors: HoyleError if it cannot be written.
    """
    write(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def read_json(path: Path) -> object:
    """The content of a JSON file.

    Errors: HoyleError if it is missing, unreadable, too large or not JSON, with the place.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_JSON + 1)
        if len(content) > LARGEST_JSON:
            raise HoyleError(f"{path} is larger than {LARGEST_JSON >> 20} MB; that is no record of a game")
        return json.loads(content.decode("utf-8-sig"))
    except FileNotFoundError:
        raise HoyleError(f"there is no file {path}") from None
    except OSError as error:
        raise HoyleError(f"{path} cannot be read: {_reason(error)}") from error
    except UnicodeDecodeError:
        raise HoyleError(f"{path} is not text") from None
    except json.JSONDecodeError as error:
        raise HoyleError(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        raise HoyleError(f"{path} is nested too deeply, or holds a number too long, to be a record of a game") from None


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
