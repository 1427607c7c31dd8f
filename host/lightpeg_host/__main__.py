"""`python -m lightpeg_host`: the command `lightpeg` where its folder is not on the path."""

from lightpeg_host.cli import main

main()
