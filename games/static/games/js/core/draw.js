// Drawing with preact: what is drawn again stays the same elements and keeps its focus and motion.
import { Fragment, h, render } from "../../vendor/preact.js";

/** @type {WeakSet<Element>} */
const ours = new WeakSet();

/** Draws into an element, for the first time in place of what the server drew. @param {Element} parent @param {Boards.Children[]} nodes */
export function draw(parent, ...nodes) {
  if (!ours.has(parent)) parent.replaceChildren();
  ours.add(parent);
  render(h(Fragment, null, ...nodes), parent);
}

/** An element of its own, for what is not drawn again. @param {Boards.Children} node */
export function element(node) {
  const box = document.createElement("div");
  render(node, box);
  return /** @type {HTMLElement} */ (box.children[0]);
}
