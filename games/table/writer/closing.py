"""Closing a table that has no result."""

from games.table.clock import moment
from games.table.models import Status
from games.table.writer.ledger import Ledger


def close_table(ledger: Ledger, reason: str) -> None:
    """Abort the table, without a result."""
    ledger.log("abort", args={"reason": reason}, at=ledger.at)
    ledger.change(
        status=Status.ABORTED,
        reason=reason,
        ended_at=moment(ledger.now),
        offer=None,
        deal_ms=None,
        paused_ms=None,
    )
