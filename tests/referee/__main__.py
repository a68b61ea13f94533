"""`python -m tests.referee ...` is `manage.py check_tournament ...`."""

import os
import sys

from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.development.settings")
execute_from_command_line(["manage.py", "check_tournament", *sys.argv[1:]])
