"""`python -m tests.development COMMAND` is `manage.py` with the commands of this folder."""

import os
import sys

from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.development.settings")
execute_from_command_line(sys.argv)
