"""How Numba compiles rules: each to LLVM's language, but only the drivers, with all rules they use
linked in, to machine code.  Numba itself optimizes and emits every function together with all it
calls, so that the depths are compiled again on each way up: that took three times as long.

Only `jit.py` imports this, and only where rules are compiled."""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):
    """A rule and the rules it calls, to be linked into others; never run by itself."""

    def _optimize_final_module(self) -> None:
        """Left to the driver, which sees everything at once."""

    def _finalize_final_module(self) -> None:
        """No machine code: the module is not given to the engine."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """The last step, without what only a function called by Python needs."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        for needless in ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"):
            setattr(state.flags, needless, True)
        super().run_pass(state)
        # Others find the rule by what Python could call, which has to be built in and its own.
        never: list[None] = []
        called = never.index  # raises whatever it is given
        state.targetctx.insert_user_function(called, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = state.cr._replace(cfunc=called)
        return True


class RuleCompiler(CompilerBase):
    """Numba's pipeline with another last step."""

    def define_pipelines(self) -> list[Any]:
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.passes = [
            (RuleLowering, why) if step is NativeLowering else (step, why)
            for step, why in steps.passes
        ]
        steps.finalize()
        return [steps]
