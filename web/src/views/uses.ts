// Cross-references: who calls a function, who has an argument at a place.

import { button, h, middled, textOf } from "../dom.js";
import { count, plural } from "../format.js";
import { joined, type OpenFile } from "../files.js";
import type { Indexed, Uses } from "../documents.js";
import { VirtualList } from "../virtual.js";
import { View, type App } from "./view.js";

const ROW = 30;
const PIECE = 50;
const FEW = 300; // functions that are read without being asked

interface Entry {
  name: string;
  kind: "called" | "argument";
  rows: number[];
}

export class UsesView extends View {
  private readonly search = h("input", { type: "search", placeholder: "air.sample, texture 3 …", spellcheck: false });
  private readonly kind = h("select", { aria: { label: "What is listed" } }, new Option("all", ""), new Option("called functions", "called"), new Option("arguments by place", "argument"));
  private readonly status = h("span", { class: "hint", role: "status" });
  private readonly start = button("Read all modules", () => void this.read(true), { hidden: true });
  private readonly menu = h("div", { class: "menu", role: "listbox", tabIndex: 0, aria: { label: "What functions use" } });
  private readonly heading = h("h2", { class: "title" });
  private readonly users = h("div", { class: "menu", role: "listbox", tabIndex: 0, aria: { label: "Functions that use it" } });
  private readonly list: VirtualList;
  private readonly userList: VirtualList;
  private entries: Entry[] = [];
  private shown: Entry[] = [];
  private current: Entry | null = null;
  private readonly calls = new Map<OpenFile, Indexed>();
  private wanted: string | null = null;

  constructor(app: App) {
    super("uses", "Uses", app);
    this.element.append(
      h("div", { class: "filters" }, h("label", { class: "wide" }, h("span", null, "Search"), this.search), this.kind, this.start, this.status),
      h("div", { class: "split files" }, h("div", { class: "list" }, this.menu), h("div", { class: "text card column" }, this.heading, this.users)));
    this.list = new VirtualList({ scroller: this.menu, rowHeight: () => ROW, row: (place) => this.row(place) });
    this.userList = new VirtualList({ scroller: this.users, rowHeight: () => ROW, row: (place) => this.user(place) });
    this.search.addEventListener("input", () => this.filter());
    this.kind.addEventListener("input", () => this.filter());
    for (const [list, go] of [[this.list, (place: number) => this.select(place)], [this.userList, (place: number) => this.open(place)]] as const)
      list.rows.addEventListener("click", (event) => {
        const row = (event.target as Element).closest<HTMLElement>("[data-place]");
        if (row) go(Number(row.dataset["place"]));
      });
    this.menu.addEventListener("keydown", (event) => {
      const at = this.current === null ? -1 : this.shown.indexOf(this.current);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.shown.length - 1 }[event.key];
      if (to === undefined || this.shown[to] === undefined) return;
      event.preventDefault();
      this.select(to);
    });
    this.users.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.open(0);
    });
  }

  override has(file: OpenFile): boolean {
    return this.app.backend.offers("uses") && file.table.count > 0;
  }

  protected show(file: OpenFile): void {
    this.current = null;
    this.search.value = "";
    this.gather(file);
    void this.read(file.table.count <= FEW);
  }

  override enter(): void {
    super.enter();
    if (this.file !== null && !this.entries.some(({ kind }) => kind === "argument")) this.gather(this.file); // columns came meanwhile
    this.list.draw(true);
    this.userList.draw(true);
  }

  /** Shows the functions that call `name`, as soon as calls are known. */
  goTo(name: string): void {
    this.wanted = name;
    void this.read(true);
  }

  private async read(now: boolean): Promise<void> {
    const { file } = this;
    if (file === null) return;
    this.start.hidden = now || this.calls.has(file);
    if (now && !this.calls.has(file)) {
      const pieces: Indexed[] = [];
      try {
        for (let start: number | null = 0; start !== null && file === this.file; ) {
          const piece: Uses = await this.app.backend.call("uses", { file: file.id, start, count: PIECE });
          pieces.push(piece.calls);
          start = piece.next;
          this.status.textContent = start === null ? "" : `${count(piece.done)} of ${plural(piece.total, "function")} read`;
          if (start === null) this.calls.set(file, joined(pieces));
        }
      } catch (error) {
        this.status.textContent = textOf(error);
      }
    }
    if (file !== this.file) return;
    this.gather(file);
    const place = this.shown.findIndex(({ name }) => name === this.wanted);
    if (this.wanted !== null && place >= 0) this.select(place);
    this.wanted = null;
    document.documentElement.dataset["used"] = String(this.entries.length);
  }

  private gather(file: OpenFile): void {
    const found = new Map<string, Entry>();
    const add = (name: string, kind: Entry["kind"], row: number): void => {
      const key = `${kind} ${name}`;
      const entry = found.get(key);
      if (entry === undefined) found.set(key, { name, kind, rows: [row] });
      else if (entry.rows.at(-1) !== row) entry.rows.push(row);
    };
    const calls = this.calls.get(file);
    const names = calls?.values.map((text) => (text ? text.split("\n") : []));
    for (let row = 0; row < file.table.count; row++) {
      for (const name of names?.[calls?.rows[row] ?? -1] ?? []) add(name, "called", row);
      for (const line of file.table.arguments(row) ?? []) add(line.split(":")[0] ?? line, "argument", row);
    }
    this.entries = [...found.values()].sort((a, b) => (a.kind === b.kind ? b.rows.length - a.rows.length || (a.name < b.name ? -1 : 1) : a.kind === "called" ? -1 : 1));
    this.filter();
  }

  private filter(): void {
    const wanted = this.search.value.toLowerCase();
    this.shown = this.entries.filter(({ name, kind }) => name.toLowerCase().includes(wanted) && (!this.kind.value || kind === this.kind.value));
    this.list.show(this.shown.length, true);
    if (this.current === null || !this.shown.includes(this.current)) this.select(0);
  }

  private row(place: number): HTMLElement {
    const entry = this.shown[place];
    if (entry === undefined) return h("div");
    return h("div", { class: "item one", role: "option", title: entry.name, data: { place: String(place) }, aria: { selected: String(entry === this.current) } },
      h("span", { class: "name grow" }, middled(entry.name)), h("span", { class: "hint" }, count(entry.rows.length)));
  }

  private select(place: number): void {
    const entry = this.shown[place];
    this.current = entry ?? null;
    this.heading.textContent = entry ? `${entry.name}: ${plural(entry.rows.length, "function")}` : "Nothing to list.";
    if (entry) this.list.scrollTo(place);
    this.list.draw(true);
    this.userList.show(entry?.rows.length ?? 0, true);
  }

  private user(place: number): HTMLElement {
    const row = this.current?.rows[place];
    if (row === undefined) return h("div");
    const name = this.file?.table.name[row] ?? "";
    return h("div", { class: "item one", role: "option", title: name, data: { place: String(place) }, aria: { selected: "false" } }, h("span", { class: "name grow" }, middled(name)));
  }

  private open(place: number): void {
    const row = this.current?.rows[place];
    if (row !== undefined) this.app.showFunction(row);
  }
}
