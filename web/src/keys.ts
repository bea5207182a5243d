// Keys that work anywhere in the page, and the dialog that lists them.

import { button, h } from "./dom.js";

export interface Shortcut {
  key: string;
  text: string; // empty: not listed
  run: (() => void) | null; // null: only listed
}

export class Shortcuts {
  readonly dialog = h("dialog", { class: "card", aria: { label: "Keys" } });

  constructor(private readonly shortcuts: Shortcut[]) {
    const rows = shortcuts.filter(({ text }) => text).flatMap(({ key, text }) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)]);
    this.dialog.append(h("h2", null, "Keys"), h("dl", null, rows), button("Close", () => this.dialog.close()));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  show(): void {
    if (!this.dialog.open) this.dialog.showModal();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || this.dialog.open) return;
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (typing && event.key !== "Escape") return;
    const found = this.shortcuts.find(({ key, run }) => run !== null && (key === event.key || (key === "Esc" && event.key === "Escape")));
    if (!found?.run) return;
    if (event.key !== "Escape") event.preventDefault();
    found.run();
  }
}
