// The sources that are embedded in a library: the archives, their files, the text of one.

import { CodeView } from "../code.js";
import { button, copyText, h, textOf } from "../dom.js";
import type { SourceFile, Sources } from "../documents.js";
import { bytes, count, plural } from "../format.js";
import type { OpenFile } from "../files.js";
import { VirtualList } from "../virtual.js";
import { View, type App } from "./view.js";

interface Entry {
  archive: number;
  index: number;
  file: SourceFile;
  /** What its archive is called. */
  of: string;
}

const ROW = 44;

export class SourcesView extends View {
  private readonly about = h("div");
  private readonly search = h("input", { type: "search", placeholder: "name or text of a file", spellcheck: false });
  private readonly found = h("span", { class: "hint", role: "status" });
  private readonly menu = h("div", { class: "menu", role: "listbox", tabIndex: 0, aria: { label: "Files" } });
  private readonly list: VirtualList;
  private readonly heading = h("h2", { class: "title" });
  private readonly note = h("p", { class: "hint" });
  private readonly code = new CodeView("text");
  private readonly text: HTMLElement;
  private entries: Entry[] = [];
  private shown: Entry[] = [];
  private current: Entry | null = null;
  private wanted: { archive: number; file: number; line: number } | null = null;

  constructor(app: App) {
    super("sources", "Sources", app);
    this.text = h("div", { class: "text card" }, this.heading, this.note, this.code.element);
    this.element.append(
      this.about,
      h("div", { class: "filters" }, h("label", { class: "wide" }, h("span", null, "Search"), this.search), this.found,
        app.backend.offers("save") ? button("Save all", () => void app.save("sources", {}), { title: "All files as a zip" }) : null),
      h("div", { class: "split files" }, this.menu, this.text),
    );
    this.list = new VirtualList({ scroller: this.menu, rowHeight: () => ROW, row: (place) => this.row(place) });
    this.search.addEventListener("input", () => this.filter());
    this.list.rows.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-place]");
      if (row) this.select(Number(row.dataset["place"]));
    });
    this.menu.addEventListener("keydown", (event) => {
      const at = this.current === null ? -1 : this.shown.indexOf(this.current);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.shown.length - 1 }[event.key];
      if (to === undefined || this.shown[to] === undefined) return;
      event.preventDefault();
      this.select(to);
    });
  }

  override has(file: OpenFile): boolean {
    return file.library.sources > 0;
  }

  protected show(file: OpenFile): void {
    void this.load(file);
  }

  private async load(file: OpenFile): Promise<void> {
    let sources: Sources;
    try {
      sources = await file.sources();
    } catch (error) {
      this.about.replaceChildren(h("p", { class: "problem" }, textOf(error)));
      return;
    }
    if (file !== this.file) return;
    this.entries = sources.archives.flatMap(({ files, name }, archive) => files.map((held, index) => ({ archive, index, file: held, of: `archive ${name}` })));
    this.about.replaceChildren(
      h("p", null, `${plural(sources.archives.length, "archive")}, ${plural(this.entries.length, "file")}.`),
      ...(sources.directory ? [h("p", { class: "hint" }, `Built in ${sources.directory}`)] : []),
      ...(sources.command_line ? [h("details", null, h("summary", null, "Link command"), h("pre", { tabIndex: 0 }, sources.command_line))] : []),
      ...(sources.problem ? [h("p", { class: "problem" }, sources.problem)] : []),
    );
    this.search.value = "";
    this.filter();
    const first = this.shown.findIndex(({ file: { language } }) => language === "metal"); // not the options it was built with
    if (this.shown.length) this.select(Math.max(0, first));
    this.goToWanted();
  }

  /** Shows a line (0 is the first) of a file, now or when the sources are there. */
  goTo(archive: number, file: number, line: number): void {
    this.wanted = { archive, file, line };
    this.goToWanted();
  }

  private goToWanted(): void {
    const { wanted } = this;
    if (wanted === null || !this.entries.length) return;
    this.wanted = null;
    this.search.value = "";
    this.filter();
    const place = this.shown.findIndex((entry) => entry.archive === wanted.archive && entry.index === wanted.file);
    if (place < 0) return;
    this.select(place);
    this.code.link([wanted.line], true);
  }

  private filter(): void {
    const wanted = this.search.value.toLowerCase();
    this.shown = this.entries.filter(({ file }) => file.name.toLowerCase().includes(wanted) || (file.text ?? "").toLowerCase().includes(wanted));
    this.found.textContent = wanted ? `${count(this.shown.length)} of ${plural(this.entries.length, "file")}` : "";
    this.list.show(this.shown.length, true);
  }

  private row(place: number): HTMLElement {
    const entry = this.shown[place];
    if (entry === undefined) return h("div");
    const cut = entry.file.name.lastIndexOf("/") + 1;
    return h("div", { class: "item", role: "option", title: entry.file.name, data: { place: String(place) }, aria: { selected: String(entry === this.current) } },
      h("span", { class: "name" }, entry.file.name.slice(cut)), h("span", { class: "hint" }, [bytes(entry.file.size), entry.file.name.slice(0, cut) || entry.of].filter(Boolean).join(" · ")));
  }

  private select(place: number): void {
    const entry = this.shown[place];
    if (entry === undefined) return;
    this.current = entry;
    this.list.scrollTo(place);
    this.list.draw(true);
    const { file } = entry;
    this.heading.textContent = file.name;
    this.note.textContent = file.text === null ? "The text of this file is not here: it is too large, or no text." : "";
    this.code.element.hidden = file.text === null;
    const actions: HTMLElement[] = [button("Copy name", () => void copyText(file.name, "name"))];
    if (this.app.backend.offers("save"))
      actions.push(button("Save", () => void this.app.save("source", { archive: entry.archive, index: entry.index })));
    this.code.addActions(...actions);
    this.code.show((file.text ?? "").replace(/\n$/, "").split("\n"), file.language === "metal" ? "metal" : "text");
  }
}
