"""`python -m hoyle` is `hoyle`."""

from .cli import main

main()
