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
  readonly scroller = h("div", { class: "code", tabIndex: 0, role: "region", aria: { label: "Code" } });
  private readonly list: VirtualList;
  private readonly extra = h("span", { class: "extra" });
  private lines: string[] = [];
  private html: (place: number) => string = () => "";
  private hits: number[] = [];
  private hit = -1;
  private linked: ReadonlySet<number> = new Set();
  /** Is told which line was clicked on; 0 is the first. */
  onPick: ((place: number) => void) | null = null;

  /** `fills`: as high as what holds it, instead of as high as its lines. */
  constructor(
    private readonly what: string,
    private readonly fills = false,
  ) {
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
    this.element = h("div", { class: fills ? "code-view fills" : "code-view" }, bar, this.scroller);
    this.list.rows.addEventListener("click", (event) => {
      const line = (event.target as Element).closest<HTMLElement>("[data-line]");
      if (line && this.onPick && !String(getSelection() ?? "")) this.onPick(Number(line.dataset["line"]));
    });
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
    if (!this.fills) this.scroller.style.height = `${Math.min(lines.length, 34) * LINE + EDGES}px`;
    this.scroller.scrollLeft = 0;
    this.hits = [];
    this.hit = -1;
    this.linked = new Set();
    this.list.show(lines.length, true);
    if (this.search.value) this.find();
    else this.found.textContent = plural(lines.length, "line");
  }

  private line(place: number): HTMLElement {
    const text = h("span", { class: "text" });
    text.innerHTML = this.html(place);
    const row = h("div", { class: "line", data: { line: String(place) } }, h("span", { class: "gutter", aria: { hidden: "true" } }, String(place + 1)), text);
    if (this.hits[this.hit] === place) row.classList.add("hit");
    if (this.linked.has(place)) row.classList.add("linked");
    return row;
  }

  /** Marks lines that belong to a line of another view, and shows the first of them. */
  link(places: number[], reveal: boolean): void {
    this.linked = new Set(places);
    if (reveal && places.length) this.reveal(Math.min(...places));
    this.list.draw(true);
  }

  /** Scrolls to a line. */
  reveal(place: number): void {
    const top = this.scroller.scrollTop;
    if (place * LINE < top || (place + 2) * LINE > top + this.scroller.clientHeight)
      this.scroller.scrollTop = Math.max(0, (place - 6) * LINE);
    this.list.draw(true);
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
