"""`python -m hitchmark` is the command `hitchmark`."""

import os
import sys

from ._program import program

os.execv(program(), ["hitchmark", *sys.argv[1:]])
