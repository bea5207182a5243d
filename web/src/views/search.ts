// Search in the IR of all functions and in the embedded sources.

import { button, h, textOf } from "../dom.js";
import type { Hit, Hits } from "../documents.js";
import { count, plural } from "../format.js";
import type { OpenFile } from "../files.js";
import { VirtualList } from "../virtual.js";
import { View, type App } from "./view.js";

const ROW = 44;
const PIECE = 50; // functions of one question
const MOST = 20_000; // lines that are listed

export class SearchView extends View {
  private readonly field = h("input", { type: "search", placeholder: "a word of IR or source", spellcheck: false, aria: { label: "Text to search for" } });
  private readonly regex = h("input", { type: "checkbox" });
  private readonly status = h("span", { class: "hint", role: "status" });
  private readonly stopper = button("Stop", () => (this.run = -1), { hidden: true });
  private readonly menu = h("div", { class: "menu", role: "listbox", tabIndex: 0, aria: { label: "Lines" } });
  private readonly list: VirtualList;
  private hits: Hit[] = [];
  private names = new Map<string, string>();
  private at = -1;
  private run = 0;

  constructor(app: App) {
    super("search", "Search code", app);
    const form = h("form", { class: "filters", role: "search" },
      h("label", { class: "wide" }, h("span", null, "Search"), this.field), h("label", null, this.regex, "regular expression"),
      h("button", { type: "submit", class: "go" }, "Search"), this.stopper, this.status);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.search();
    });
    this.element.append(form, h("div", { class: "split whole" }, this.menu));
    this.list = new VirtualList({ scroller: this.menu, rowHeight: () => ROW, row: (place) => this.row(place) });
    this.list.rows.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-place]");
      if (row) this.open(Number(row.dataset["place"]));
    });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.at >= 0) this.open(this.at);
      const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: this.hits.length - 1 }[event.key];
      if (to === undefined || this.hits[to] === undefined) return;
      event.preventDefault();
      this.at = to;
      this.list.scrollTo(to);
      this.list.draw(true);
    });
  }

  override has(file: OpenFile): boolean {
    return this.app.backend.offers("search") && (file.table.count > 0 || (file.library.listing?.length ?? 0) > 0);
  }

  protected show(_file: OpenFile): void {
    this.run++;
    this.hits = [];
    this.at = -1;
    this.status.textContent = "";
    this.list.show(0, true);
  }

  override enter(): void {
    super.enter();
    this.list.draw(true);
  }

  private async search(): Promise<void> {
    const { file } = this;
    const text = this.field.value;
    if (file === null || !text) return;
    const run = ++this.run;
    this.hits = [];
    this.at = -1;
    this.list.show(0, true);
    this.names.clear();
    this.stopper.hidden = false;
    let leftOut = 0;
    try {
      if (file.library.sources) {
        const { archives } = await file.sources();
        archives.forEach(({ files }, archive) => files.forEach(({ name }, place) => this.names.set(`${archive} ${place}`, name)));
      }
      for (let start: number | null = 0; start !== null && run === this.run; ) {
        const found: Hits = await this.app.backend.call("search", { file: file.id, text, regex: this.regex.checked, start, count: PIECE });
        if (run !== this.run) break;
        leftOut += found.left_out;
        this.hits.push(...found.hits);
        start = this.hits.length < MOST ? found.next : null;
        const more = found.next === null ? "" : `, ${count(found.done)} of ${plural(found.total, "function")} searched`;
        this.status.textContent = `${plural(this.hits.length, "line")}${more}${leftOut ? `, ${plural(leftOut, "line")} of sources left out` : ""}`;
        this.list.show(this.hits.length);
      }
    } catch (error) {
      this.status.textContent = textOf(error);
    }
    if (run === this.run || this.run === -1) {
      this.stopper.hidden = true;
      document.documentElement.dataset["searched"] = String(this.hits.length);
    }
    if (this.run === -1) this.run = run + 1;
  }

  private row(place: number): HTMLElement {
    const hit = this.hits[place];
    if (hit === undefined) return h("div");
    const where = hit.index === undefined ? (this.names.get(`${hit.archive} ${hit.source}`) ?? "source") : (this.file?.table.name[hit.index] ?? "listing");
    return h("div", { class: "item", role: "option", data: { place: String(place) }, aria: { selected: String(place === this.at) } },
      h("span", { class: "name" }, hit.text.trim()), h("span", { class: "hint" }, `${where}, line ${count(hit.line)}`));
  }

  private open(place: number): void {
    const hit = this.hits[place];
    if (hit === undefined) return;
    this.at = place;
    if (hit.index !== undefined && this.file?.table.count) this.app.showLine(hit.index, hit.line - 1);
    else if (hit.index !== undefined) this.app.showView("listing");
    else this.app.showSource(hit.archive ?? 0, hit.source ?? 0, hit.line - 1);
  }
}
