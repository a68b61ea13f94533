"""The verifier that people download, loaded as a module."""

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "docs" / "verify.py"
spec = importlib.util.spec_from_file_location("standalone", SCRIPT)
standalone = importlib.util.module_from_spec(spec)
spec.loader.exec_module(standalone)
