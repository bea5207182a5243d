// A view of code: numbered lines with colours of which only those in view are in the page, a search of its own, copy.

import { announce, button, copyText, h } from "./dom.js";
import { count, plural } from "./format.js";
import { lineHtml, type Language } from "./highlight.js";
import { VirtualList } from "./virtual.js";

const LINE = 18; // pixels, as in page.css
const EDGES = 28; // and what is around the lines: a scroll bar

export class CodeView {
  readonly element: HTMLElement;
  readonly search = h("input", { type: "search", placeholder: "find in the text", spellcheck: false, aria: { label: "Find in the text" } });
  private readonly found = h("span", { class: "hint", role: "status" });
  private readonly scroller = h("div", { class: "code", tabIndex: 0, role: "region", aria: { label: "Code" } });
  private readonly list: VirtualList;
  private readonly extra = h("span", { class: "extra" });
  private lines: string[] = [];
  private html: (place: number) => string = () => "";
  private hits: number[] = [];
  private hit = -1;

  constructor(private readonly what: string) {
    this.list = new VirtualList({ scroller: this.scroller, rowHeight: () => LINE, row: (place) => this.line(place), overscan: 6 });
    const bar = h(
      "div",
      { class: "bar" },
      this.search,
      button("↑", () => this.go(-1), { title: "The hit before", aria: { label: "The hit before" } }),
      button("↓", () => this.go(1), { title: "The next hit", aria: { label: "The next hit" } }),
      this.found,
      this.extra,
      button("Copy", () => void copyText(this.text, this.what)),
    );
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
    });
    this.element = h("div", { class: "code-view" }, bar, this.scroller);
  }

  get text(): string {
    return this.lines.join("\n");
  }

  /** More buttons in its bar. */
  addActions(...actions: HTMLElement[]): void {
    this.extra.replaceChildren(...actions);
  }

  show(lines: string[], language: Language): void {
    this.lines = lines;
    this.html = lineHtml(lines, language);
    const widest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.scroller.style.setProperty("--columns", String(widest + String(lines.length).length + 3));
    this.scroller.style.setProperty("--digits", String(String(lines.length).length));
    this.scroller.style.height = `${Math.min(lines.length, 34) * LINE + EDGES}px`;
    this.scroller.scrollLeft = 0;
    this.hits = [];
    this.hit = -1;
    this.list.show(lines.length, true);
    if (this.search.value) this.find();
    else this.found.textContent = plural(lines.length, "line");
  }

  private line(place: number): HTMLElement {
    const text = h("span", { class: "text" });
    text.innerHTML = this.html(place);
    const row = h("div", { class: "line" }, h("span", { class: "gutter", aria: { hidden: "true" } }, String(place + 1)), text);
    if (this.hits[this.hit] === place) row.classList.add("hit");
    return row;
  }

  private find(): void {
    const wanted = this.search.value.toLowerCase();
    this.hits = [];
    this.hit = -1;
    if (!wanted) {
      this.found.textContent = plural(this.lines.length, "line");
      this.list.draw(true);
      return;
    }
    this.lines.forEach((line, place) => {
      if (line.toLowerCase().includes(wanted)) this.hits.push(place);
    });
    this.go(1);
  }

  private go(step: number): void {
    if (!this.hits.length) {
      this.found.textContent = this.search.value ? "not found" : plural(this.lines.length, "line");
      this.list.draw(true);
      return;
    }
    this.hit = (this.hit + step + this.hits.length) % this.hits.length;
    this.found.textContent = `${count(this.hit + 1)} of ${plural(this.hits.length, "line")}`;
    const place = this.hits[this.hit] ?? 0;
    this.scroller.scrollTop = Math.max(0, (place - 8) * LINE);
    this.list.scrollTo(place);
    this.list.draw(true);
    announce(`line ${place + 1}: ${this.lines[place] ?? ""}`);
  }
}
