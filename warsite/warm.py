"""The command `python -m warsite.warm`: compile the rules for the lab in the background, unless
they are compiled."""

import os
import sys

from games.lab.runs import cache
from warsite.local import processes


def main() -> None:
    if not cache.is_warm():
        os.nice(19)
        os.environ["DJANGO_SETTINGS_MODULE"] = "warsite.settings_lab"
        os.execv(sys.executable, processes.manage("warm"))  # nosec B606


if __name__ == "__main__":
    main()
