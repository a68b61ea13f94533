#!/usr/bin/env python
"""Django's command line."""

import os
import sys

try:
    from django.core.management import execute_from_command_line
except ImportError:
    sys.exit("Django is not installed for this Python: run `make install`, use .venv/bin/python.")

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "warsite.settings")
    execute_from_command_line(sys.argv)
