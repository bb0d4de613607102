"""The commands, a module each: `commands/NAME.py` holds `command`, made by `app.command`, and is `hoyle NAME`.

To add one, write its module; nothing else has to know of it. Import at its top only `click` and the modules of `cli`:
everything else inside the function, so that the help of all commands costs nothing.
"""
