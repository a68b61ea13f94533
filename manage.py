#!/usr/bin/env python
"""Django's command line."""

import os
import sys

try:
    from django.core.management import execute_from_command_line
except ImportError:
    sys.exit("Django is not installed for this Python: run `make install`, use .venv/bin/python.")

if __name__ == "__main__":
    # The image has warsite.settings in its environment: it has no commands of development.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.development.settings")
    execute_from_command_line(sys.argv)
