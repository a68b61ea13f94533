"""Machine code of the drivers, kept by the process that compiled it: others load it in some
milliseconds and play at full speed without the compiler, which costs a second and 100 MB.

A driver is called as Numba calls it: the place of its answer, the place of an exception, then its
arguments as words of 64 bits, a record as its address, an array as seven words, a tuple as its
numbers.  What Numba's wrapper for Python would need besides is never reached."""

import ctypes
import hashlib
import json
import os
import re
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

from games.lab.counting.accumulator import Sums
from games.lab.counting.adapter import Adapter, Levels
from games.lab.counting.war import Course
from games.lab.runs.cache import fingerprint, folder
from games.rules.game import Options
from games.rules.records import Record
from games.rules.war.fast import Game
from games.rules.war.state import Table

FAST = "war_fast"
Words = list[int]
Driver = Callable[[Words], None]
WRAPPERS = re.compile(rb"(?:numba_|NRT_)\w+")  # only the wrapper for Python calls these
_lock = Lock()
_loaded: dict[str, tuple[Driver, Any]] = {}
_kept: set[str] = set()


def about() -> str:
    """What machine code is good for: these sources, compiled for this processor."""
    features = hashlib.sha256(llvm.get_host_cpu_features().flatten().encode()).hexdigest()[:8]
    return f"{fingerprint()} {llvm.get_host_cpu_name()} {features}"


def place(name: str) -> Path:
    return folder() / f"{name}.machine"


def keep(name: str, driver: Any) -> None:
    """Keep the code of a compiled driver that has played; where it cannot be kept (a full disk),
    nothing."""
    if name in _kept or len(driver.overloads) != 1:
        return
    _kept.add(name)
    (compiled,) = driver.overloads.values()
    code = emitted(compiled.library)
    head = {"about": about(), "name": compiled.fndesc.llvm_func_name, "sum": digest(code)}
    path = place(name)
    part = path.with_name(f"{name}.{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(json.dumps(head).encode() + b"\n" + code)
        part.replace(path)


def emitted(library: Any) -> bytes:
    """The object file of a function: as it was compiled, or, loaded from Numba's cache, anew."""
    try:
        code: bytes = library.serialize_using_object_code()[2][0]
    except RuntimeError:
        code = library.codegen._tm.emit_object(library._get_module_for_linking())
    return code


def digest(code: bytes) -> str:
    return hashlib.sha256(code).hexdigest()


def find(name: str) -> Driver | None:
    """The kept code of a driver; None: there is none (yet)."""
    with _lock:
        if name not in _loaded:
            found = read(name)
            if found is None:
                return None
            _loaded[name] = load(*found)
        return _loaded[name][0]


def read(name: str) -> tuple[str, bytes] | None:
    """Name of the function, and its object file."""
    try:
        line, _, code = place(name).read_bytes().partition(b"\n")
        head = json.loads(line)
        if head["about"] == about() and head["sum"] == digest(code):
            return str(head["name"]), code
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def load(name: str, code: bytes) -> tuple[Driver, Any]:
    """Link an object file into this process; what is returned besides must live as long."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(cpu=llvm.get_host_cpu_name(), jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    abort = ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p).value
    for symbol in {name.decode() for name in WRAPPERS.findall(code)}:
        if not llvm.address_of_symbol(symbol):
            llvm.add_symbol(symbol, abort)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(name)

    def call(words: Words) -> None:
        answer, problem = ctypes.c_int64(), ctypes.c_int64()
        given = [ctypes.addressof(answer), ctypes.addressof(problem), *words]
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * len(given))
        kind(address)(*given)  # meanwhile other threads run

    return call, engine


class Memory:
    """An empty record, or one with these bytes, outside Python."""

    def __init__(self, kind: type[Record] | bytes) -> None:
        data = kind if isinstance(kind, bytes) else bytes(struct.calcsize("<" + kind.format))
        self.bytes = ctypes.create_string_buffer(data, len(data))
        self.record = [ctypes.addressof(self.bytes)]

    @property
    def array(self) -> Words:
        """Owner, parent, items, bytes of one, address, shape, strides."""
        return [0, 0, len(self.bytes), 1, *self.record, len(self.bytes), 1]


def simulate(
    adapter: Adapter, seed: int, first: int, games: int, o: Options, levels: Levels
) -> Sums | None:
    """As `bulk.simulate`, by the kept driver of this game; None: it is not kept."""
    driver = find(adapter.key)
    if driver is None:
        return None
    table, course, sums = map(Memory, (adapter.table, adapter.course, Sums))
    records = [*table.array, *table.record, *course.array, *course.record, *sums.record]
    house = Memory(struct.pack(f"<{len(o)}q", *o))
    driver([*records, *house.record, levels, seed, first, games])
    return counted(sums)


def simulate_fast(seed: int, first: int, games: int, o: Options) -> Sums | None:
    """As `war_fast.simulate`."""
    driver = find(FAST)
    if driver is None:
        return None
    records = [Memory(kind) for kind in (Game, Table, Course, Sums)]
    house = Memory(struct.pack(f"<{len(o)}q", *o))
    words = [memory.record[0] for memory in (*records, house)]
    driver([*words, seed, first, games])
    return counted(records[-1])


def counted(sums: Memory) -> Sums:
    return Sums.from_bytes(bytes.fromhex(Sums.shape) + sums.bytes.raw)
