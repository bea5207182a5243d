// All functions: search, filters, order; rows exist only while they are in view. Beside it the selected function.

import { divider } from "../divider.js";
import { announce, button, h, middled } from "../dom.js";
import { count, plural } from "../format.js";
import type { OpenFile } from "../files.js";
import type { ColumnName, FilterName } from "../table.js";
import { VirtualList } from "../virtual.js";
import { DetailPane } from "./detail.js";
import { View, type App } from "./view.js";

const COLUMNS: [ColumnName, string, "" | "number"][] = [
  ["name", "Name", ""], ["type", "Type", ""], ["floor", "Needs", "number"], ["air", "AIR", "number"], ["msl", "Metal", "number"],
  ["size", "Bytes", "number"], ["args", "Args", "number"], ["hash", "Hash", ""],
];
const FILTERS: [FilterName, string][] = [["type", "Type"], ["floor", "Needs"], ["family", "Family"]];
const MOST_OPTIONS = 300; // of a menu
const NARROW = 620; // pixels below which a row has two lines
const HEAD = 32;

export class FunctionsView extends View {
  readonly search = h("input", { type: "search", placeholder: "name, argument or hash; /regular expression/", autocomplete: "off", spellcheck: false });
  private readonly wrong = h("p", { class: "problem", id: "search-problem", role: "alert", hidden: true });
  private readonly count = h("span", { class: "hint", role: "status" });
  private readonly progress = h("span", { class: "hint" });
  private readonly order = h("select", { aria: { label: "Order" } });
  private readonly more: HTMLDetailsElement;
  private readonly menus: Record<FilterName, HTMLSelectElement>;
  private readonly clear = button("Show all", () => this.reset(), { hidden: true });
  private readonly head = h("div", { class: "head row", role: "row" });
  readonly grid = h("div", { class: "grid", role: "grid", tabIndex: 0, aria: { label: "Functions" } });
  private readonly list: VirtualList;
  private readonly split: HTMLElement;
  private readonly detail: DetailPane;
  private current = -1;
  /** Gone with the first function that is read. */
  private hint = "Click on a function to read it.";

  constructor(app: App) {
    super("functions", "Functions", app);
    this.detail = new DetailPane(app, () => this.close());
    this.menus = Object.fromEntries(FILTERS.map(([name]) => [name, h("select", { data: { filter: name } })])) as Record<FilterName, HTMLSelectElement>;
    this.search.setAttribute("aria-describedby", "search-problem");
    this.search.dataset["role"] = "search";
    this.order.append(new Option("as stored", ""), ...COLUMNS.map(([column, title]) => new Option(title, column)));
    this.order.addEventListener("input", () => this.sortBy((this.order.value || null) as ColumnName | null));
    this.more = h("details", { class: "more" }, h("summary"),
      h("div", null, FILTERS.map(([name, title]) => h("label", null, h("span", null, title), this.menus[name])),
        h("label", { class: "order" }, h("span", null, "Order"), this.order)));
    const wide = matchMedia("(min-width: 901px)");
    wide.addEventListener("change", () => (this.more.open = wide.matches));
    this.more.open = wide.matches;
    const form = h("form", { class: "filters", role: "search" },
      h("label", { class: "wide" }, h("span", null, "Search"), this.search), this.more, this.clear, this.count, this.progress);
    form.addEventListener("submit", (event) => event.preventDefault());
    this.search.addEventListener("input", () => this.filter());
    for (const [name] of FILTERS) this.menus[name].addEventListener("input", () => this.filter());
    this.makeHead();
    this.grid.append(this.head);
    this.split = h("div", { class: "split" }, this.grid);
    this.split.append(divider(this.split, "Width of the list of functions", 38), this.detail.element);
    this.element.append(form, this.wrong, this.split);
    this.list = new VirtualList({
      scroller: this.grid,
      rowHeight: () => (this.grid.clientWidth < NARROW ? 48 : 28),
      headHeight: () => HEAD,
      row: (place) => this.row(place),
      role: "rowgroup",
    });
    new ResizeObserver(() => this.grid.classList.toggle("narrow", this.grid.clientWidth < NARROW)).observe(this.grid);
    this.list.rows.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>(".row");
      if (row) this.pick(Number(row.dataset["place"]));
    });
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  override has(file: OpenFile): boolean {
    return file.table.count > 0;
  }

  override badge(file: OpenFile): string {
    return count(file.table.count);
  }

  protected show(file: OpenFile): void {
    this.current = -1;
    this.progress.textContent = this.hint;
    this.detail.hide();
    this.split.classList.remove("showing");
    this.search.value = file.table.query;
    this.fillMenus(file);
    this.markHead(file);
    this.filter();
  }

  override enter(): void {
    super.enter();
    const file = this.file;
    if (file === null) return;
    if (FILTERS.some(([name]) => (this.menus[name].value === "" ? null : Number(this.menus[name].value)) !== file.table.filters[name])) {
      this.fillMenus(file); // another view set a filter
      this.filter();
    }
    this.list.draw(true);
  }

  /** The slow columns are on their way. */
  reading(file: OpenFile, done: number): void {
    if (this.file === file) this.progress.textContent = `reading arguments: ${count(done)} of ${count(file.table.count)}`;
  }

  /** The slow columns are there: menus, search and cells know them from now on. */
  refresh(file: OpenFile): void {
    if (this.file !== file) return;
    this.progress.textContent = this.hint;
    this.fillMenus(file);
    this.filter(false);
  }

  private fillMenus(file: OpenFile): void {
    for (const [name] of FILTERS) {
      const values = file.table.values(name);
      const options = values.slice(0, MOST_OPTIONS).map(({ text, value, functions }) => new Option(`${text || "none"} (${count(functions)})`, String(value)));
      const wanted = file.table.filters[name];
      this.menus[name].replaceChildren(new Option("all", ""), ...options);
      if (wanted !== null && !options.some((option) => option.value === String(wanted)))
        this.menus[name].append(new Option(file.table.indexed(name)?.values[wanted] ?? "", String(wanted)));
      this.menus[name].value = wanted === null ? "" : String(wanted);
      this.menus[name].disabled = values.length === 0;
    }
  }

  private makeHead(): void {
    this.head.append(...COLUMNS.map(([column, title, kind]) => {
      const sort = button(title, () => this.sortBy(column), { data: { column } });
      return h("span", { role: "columnheader", class: `${column} ${kind}`, aria: { sort: "none" } }, sort);
    }));
  }

  private sortBy(column: ColumnName | null): void {
    if (this.file === null) return;
    const started = performance.now();
    if (column === null) this.file.table.unsorted();
    else this.file.table.sortBy(column);
    this.markHead(this.file);
    this.list.show(this.file.table.shown.length, true);
    document.documentElement.dataset["sortMs"] = (performance.now() - started).toFixed(1);
    announce(column === null ? "in the order of the file" : `sorted by ${column}, ${this.file.table.sort.descending ? "descending" : "ascending"}`);
  }

  private markHead(file: OpenFile): void {
    const { column, descending } = file.table.sort;
    this.order.value = column ?? "";
    COLUMNS.forEach(([name], place) =>
      this.head.children[place]?.setAttribute("aria-sort", name === column ? (descending ? "descending" : "ascending") : "none"));
  }

  private filter(reset = true): void {
    const file = this.file;
    if (file === null) return;
    const started = performance.now();
    file.table.query = this.search.value.trim();
    for (const [name] of FILTERS) file.table.filters[name] = this.menus[name].value === "" ? null : Number(this.menus[name].value);
    const problem = file.table.apply();
    const shown = file.table.shown.length;
    this.wrong.hidden = problem === null;
    this.wrong.textContent = problem ?? "";
    this.search.setAttribute("aria-invalid", String(problem !== null));
    const all = shown === file.table.count;
    this.count.textContent = all ? plural(shown, "function") : `${count(shown)} of ${plural(file.table.count, "function")}`;
    this.clear.hidden = all && !file.table.query;
    this.grid.setAttribute("aria-rowcount", String(shown + 1));
    const filtered = FILTERS.filter(([name]) => file.table.filters[name] !== null).length;
    this.more.querySelector("summary")?.replaceChildren(filtered ? `Filter and order (${filtered}) ▾` : "Filter and order ▾");
    this.list.show(shown, reset);
    document.documentElement.dataset["filterMs"] = (performance.now() - started).toFixed(1);
  }

  private reset(): void {
    this.search.value = "";
    for (const [name] of FILTERS) this.menus[name].value = "";
    this.filter();
    this.search.focus();
  }

  private row(place: number): HTMLElement {
    const table = this.file?.table;
    const i = table?.shown[place];
    if (table === undefined || i === undefined) return h("div");
    const name = table.name[i] ?? "";
    const cells: Record<ColumnName, string> = {
      name, type: table.text("type", i), floor: table.text("floor", i), air: table.text("air", i), msl: table.text("msl", i),
      size: count(table.size[i] ?? 0), args: String(table.arguments(i)?.length ?? "…"), hash: table.hashOf(i).slice(0, 16),
    };
    const row = h("div", { class: "row", id: `row-${i}`, role: "row", data: { place: String(place) },
      aria: { rowindex: String(place + 2), selected: String(i === this.current) } },
      COLUMNS.map(([column, , kind]) => h("span", { class: `${column} ${kind}`, role: "gridcell" }, column === "name" ? middled(name) : cells[column])));
    row.firstElementChild?.setAttribute("title", name);
    return row;
  }

  // --- the selected function -----------------------------------------------------------------------------------------

  private key(event: KeyboardEvent): void {
    if (event.target !== this.grid || this.file === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.file.table.shown.length - 1;
    const at = this.file.table.shown.indexOf(this.current);
    const page = this.list.pageRows;
    const steps: Record<string, number> = {
      ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last,
    };
    if (event.key === "Enter" && at >= 0) {
      this.detail.focus();
      return;
    }
    const to = steps[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.pick(Math.min(last, Math.max(0, to)), true);
  }

  /** Goes to the function of a row: its address is that of the page from now on. */
  private pick(place: number, stay = false): void {
    const i = this.file?.table.shown[place];
    if (i === undefined) return;
    const link = this.app.linkTo(i);
    if (stay || location.hash === link) history.replaceState(null, "", link);
    else history.pushState(null, "", link);
    this.select(i, stay);
  }

  /** Shows a function, at a line of its IR; one that the filters hide makes them go away. */
  select(i: number, keepList = false, line = -1): void {
    const table = this.file?.table;
    if (table === undefined || this.file === null) return;
    let place = table.shown.indexOf(i);
    if (place < 0) {
      this.reset();
      place = table.shown.indexOf(i);
    }
    if (this.progress.textContent === this.hint) this.progress.textContent = "";
    this.hint = "";
    this.current = i;
    this.list.scrollTo(place);
    this.list.draw(true);
    this.grid.setAttribute("aria-activedescendant", `row-${i}`);
    const narrow = matchMedia("(max-width: 900px)").matches;
    if (!(narrow && keepList)) this.split.classList.add("showing");
    void this.detail.show(this.file, i, line);
    if (narrow && !keepList) this.detail.focus();
  }

  private close(): void {
    this.split.classList.remove("showing");
    this.detail.hide();
    history.replaceState(null, "", this.app.linkTo(-1));
    const place = this.file?.table.shown.indexOf(this.current) ?? -1;
    this.current = -1;
    if (place >= 0) this.list.scrollTo(place); // the list had another width meanwhile
    this.list.draw(true);
    this.grid.focus();
  }

  /** Whether there was something to close. */
  escape(): boolean {
    if (this.current < 0) return false;
    this.close();
    return true;
  }

  get code(): DetailPane {
    return this.detail;
  }
}
