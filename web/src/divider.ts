// What is between two panes and can be dragged, or moved with the arrow keys.

import { h } from "./dom.js";

const LEAST = 20;
const MOST = 80; // percent of the left pane

/** A divider; it sets the share of the left pane, in percent, as the variable `--left` of `holder`. */
export function divider(holder: HTMLElement, label: string, left: number): HTMLElement {
  const element = h("div", { class: "divider", role: "separator", tabIndex: 0, title: "Drag, or use the arrow keys",
    aria: { label, orientation: "vertical", valuemin: String(LEAST), valuemax: String(MOST) } });
  let share = left;
  const set = (value: number): void => {
    share = Math.round(Math.min(MOST, Math.max(LEAST, value)) * 10) / 10;
    holder.style.setProperty("--left", `${share}%`);
    element.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  set(left);
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    element.focus();
  });
  element.addEventListener("pointermove", (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return;
    const { left: start, width } = holder.getBoundingClientRect();
    if (width > 0) set((100 * (event.clientX - start)) / width);
  });
  element.addEventListener("dblclick", () => set(left));
  element.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: share - 2, ArrowRight: share + 2, Home: LEAST, End: MOST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });
  return element;
}
