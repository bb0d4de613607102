"""What all tests share."""

# The specs below are what tests work with, good ones and bad ones; they are no games to be verified.
collect_ignore_glob = ["*.hoyle"]
