"""Numba's pipeline for rules: each rule becomes LLVM code, but only drivers become machine code,
with all the rules they use linked in.  By default Numba optimizes every function together with all
functions it calls, so that deep calls are compiled again at every level, which takes 2.4 to 2.8
times as long.  Two private methods are overridden.  Numba is pinned: before a newer version (now
0.68), look at `CodeLibrary.finalize`, which calls them, and run `tests/lab/test_compiled.py`.

Only `games.rules.jit` imports this, and only where rules are compiled."""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):
    """A rule and the rules it calls, to be linked into a driver, and never run alone."""

    def _optimize_final_module(self) -> None:
        """Do nothing: the driver is optimized with all the rules it uses."""

    def _finalize_final_module(self) -> None:
        """Finish the module without machine code: it is not given to the engine."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """Numba's last step, without the wrappers for functions that Python calls."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        for needless in ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"):
            setattr(state.flags, needless, True)
        super().run_pass(state)
        # Callers look the rule up by its Python entry point, which must exist and be unique.
        never: list[None] = []
        called = never.index  # raises an error when called
        state.targetctx.insert_user_function(called, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = state.cr._replace(cfunc=called)
        return True


class RuleCompiler(CompilerBase):
    """Numba's pipeline with a different last step."""

    def define_pipelines(self) -> list[Any]:
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.passes = [
            (RuleLowering, why) if step is NativeLowering else (step, why)
            for step, why in steps.passes
        ]
        steps.finalize()
        return [steps]
