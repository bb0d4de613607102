"""The command group, and the boundary where every error becomes a sentence and an exit status."""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from ..language.diagnostics import HoyleError, SpecErrors, did_you_mean
from . import commands, output
from .interrupts import INTERRUPTED

VIOLATED, WRONG_INPUT, UNDECIDED, OUR_MISTAKE = 1, 2, 3, 70

LONGEST_MESSAGE = 1000

LONGEST_SUMMARY = 200
"""How much of what a command does is told in the list of all: whole, so that nothing ends in dots."""

# The order in which a designer meets them; a section not named here comes last.
SECTIONS = ["Write", "Play", "Prove", "Publish"]


class Stopped(Exception):
    """The user interrupted a command that has already said what it kept."""


class Command(click.Command):
    """A command with the section of the help it stands in; `hidden` commands are left out of it."""

    def __init__(self, *args: Any, section: str = "More", **kwargs: Any) -> None:
        self.section = section
        super().__init__(*args, **kwargs)


class Commands(click.Group):
    """`hoyle`: its commands are the modules of `commands`, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name}")
        found = module.command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command `{args[0]}`" + (f"; {hint}" if hint else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in SECTIONS}
        for name in self.list_commands(ctx):
            found = self.get_command(ctx, name)
            if found is not None and not found.hidden:
                rows = sections.setdefault(getattr(found, "section", "More"), [])
                rows.append((name, found.get_short_help_str(LONGEST_SUMMARY)))
        width = max((len(name) for rows in sections.values() for name, _ in rows), default=0)
        for section, rows in sections.items():
            if rows:
                with formatter.section(section):
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hoyle", message="%(prog)s %(version)s")
def hoyle() -> None:
    """The rules of card and dice games as specs that play, are verified, and print their own rulebooks.

    SPEC is the name of a bundled game (`hoyle games`) or the path of a .hoyle file or of a game's folder.
    """


def run(args: Sequence[str]) -> int:
    """Run one command line and give its exit status. Whatever goes wrong is said in one message on stderr."""
    output.prepare()
    as_json = "--json" in args
    try:
        # Without standalone mode click raises what it would print; a command's return value is its exit status.
        status = hoyle.main(args=list(args) or ["--help"], prog_name="hoyle", standalone_mode=False)
        sys.stdout.flush()
        return int(status or 0)
    except click.UsageError as error:
        return _usage(error, as_json)
    except click.ClickException as error:
        return _wrong(_as_we_say(error.format_message()), as_json)
    except SpecErrors as errors:
        output.complain(errors.render())
        if as_json:
            _answer({"errors": [d.data() for d in errors.diagnostics if not d.warning]})
        return WRONG_INPUT
    except HoyleError as error:
        return _wrong(str(error), as_json)
    except (KeyboardInterrupt, click.Abort):
        output.complain("hoyle: interrupted")
        return INTERRUPTED
    except Stopped as stopped:
        output.complain(f"hoyle: interrupted; {stopped}")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click leaves when it meets a broken pipe
        return _reader_gone()
    except OSError as error:
        about = f"{str(error.filename)[:200]}: " if error.filename else ""
        if error.errno == errno.ENOSPC and not about:
            about = "what is printed cannot be written: "
        return _wrong(f"{about}{(error.strerror or str(error)).lower()}", as_json)
    except Exception as error:
        return _fault_of_rules(error, as_json) or _our_mistake(args)


def _reader_gone() -> int:
    """Whoever read our output has what it wanted (`hoyle games | head -1`): that is no error.

    Python would complain once more when it flushes stdout at exit.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _answer(data: object) -> None:
    """What went wrong as JSON, where it can be written."""
    try:
        output.answer(data)
        sys.stdout.flush()
    except OSError:  # that may be just what went wrong; it is said on stderr
        _reader_gone()


def _usage(error: click.UsageError, as_json: bool) -> int:
    status = _wrong(_as_we_say(error.format_message()), as_json)
    if error.ctx is not None:
        output.complain(f"For its options: {error.ctx.command_path} --help")
    return status


def _as_we_say(message: str) -> str:
    """A message of click's as ours are written: `Missing argument 'SPEC'.` is `missing argument `SPEC``."""
    plain = re.sub(r"(?<!\w)'([^'\n]*)'", r"`\1`", message)
    return f"{plain[:1].lower()}{plain[1:]}".removesuffix(".")


def _wrong(message: str, as_json: bool) -> int:
    if len(message) > LONGEST_MESSAGE:  # it repeats what was given
        message = f"{message[: LONGEST_MESSAGE - 300]}…{message[-299:]}"
    output.complain(f"hoyle: {message}")
    if as_json:
        _answer({"errors": [{"message": message}]})
    return WRONG_INPUT


def _fault_of_rules(error: Exception, as_json: bool) -> int:
    """Say what the rules ask for that cannot be done, if that is what went wrong; else 0."""
    from ..engine.errors import PlayError

    if not isinstance(error, PlayError):
        return 0
    from .stories import describe

    output.complain(describe(error))
    if as_json:
        _answer({"fault": error.diagnostic().data()})
    return VIOLATED


def _our_mistake(args: Sequence[str]) -> int:
    """Say that the mistake is ours, and keep its trace where a report can take it from."""
    import platform
    import shlex
    import traceback
    from importlib.metadata import version

    trace = traceback.format_exc()
    if os.environ.get("HOYLE_TRACEBACK"):
        output.complain(trace)
    report = f"hoyle {version('hoyle')}, Python {platform.python_version()}\n$ hoyle {shlex.join(args)}\n\n{trace}"
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="hoyle-", suffix=".txt", delete=False) as file:
            file.write(report)
        kept = f"Please report it together with your spec and this file: {file.name}"
    except OSError:
        kept = "Please report it together with your spec and what HOYLE_TRACEBACK=1 makes this command print."
    output.complain(f"hoyle: this is a mistake in Hoyle, not in your rules ({_last(trace)}).\n{kept}")
    return OUR_MISTAKE


def _last(trace: str) -> str:
    return trace.strip().splitlines()[-1][:200]
