// How quick a player is: measured from our own paint, after the frame that shows a new reveal.
export class Reaction {
  /** @type {number | null} the reveal that was painted at `paintedAt` */
  revealId = null;
  paintedAt = 0;

  /** From the end of a pause. */
  restart() {
    this.revealId = null;
  }

  /** @param {Protocol.View} view that is drawn now */
  note({ reveal }) {
    const id = reveal?.id ?? null;
    if (id === this.revealId) return;
    this.revealId = id;
    this.paintedAt = performance.now();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        this.paintedAt = performance.now();
      };
      channel.port2.postMessage(0);
    });
  }

  /** @param {Event} event */
  ms(event) {
    return Math.max(0, Math.round(event.timeStamp - this.paintedAt));
  }
}
