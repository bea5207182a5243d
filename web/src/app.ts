// The application: open files, views, addresses, theme, messages.

import { Problem, type Backend } from "./backend/backend.js";
import { announce, button, h, textOf } from "./dom.js";
import type { Opened } from "./documents.js";
import { bytes, plural, short } from "./format.js";
import { OpenFile } from "./files.js";
import { Shortcuts } from "./keys.js";
import { parsePlace, placeText } from "./location.js";
import { CompareView } from "./views/compare.js";
import { FindingsView } from "./views/findings.js";
import { FunctionsView } from "./views/functions.js";
import { ListingView } from "./views/listing.js";
import { OverviewView } from "./views/overview.js";
import { SaveView } from "./views/save.js";
import { SearchView } from "./views/search.js";
import { SourcesView } from "./views/sources.js";
import { StartPane } from "./views/start.js";
import { UsesView } from "./views/uses.js";
import { markTab, tabKey } from "./tabs.js";
import type { App, View } from "./views/view.js";

const LARGEST = 4_000_000_000; // bytes: what an address of Python in a page can name
const root = document.documentElement;

export class Application implements App {
  readonly files: OpenFile[] = [];
  private current: OpenFile | null = null;
  private readonly overview = new OverviewView(this);
  private readonly functions = new FunctionsView(this);
  private readonly compare = new CompareView(this);
  private readonly sources = new SourcesView(this);
  private readonly uses = new UsesView(this);
  private readonly listing = new ListingView(this);
  private readonly views: View[] = [this.listing, this.overview, this.functions, this.sources, new SearchView(this), this.uses, new FindingsView(this), this.compare, new SaveView(this)];
  private view: View = this.overview;
  private readonly heading = h("h1", null, "mtlb explorer");
  private readonly chips = h("div", { class: "files-open", role: "group", aria: { label: "Open files" } });
  private readonly tabs = h("div", { class: "tabs", role: "tablist", aria: { label: "Views" } });
  private readonly parts = h("div");
  private readonly messages = h("div", { class: "messages" });
  private readonly busy = h("p", { class: "busy", role: "status", hidden: true });
  private readonly main = h("main", { id: "main" });
  private readonly footer = h("footer");
  private readonly start: StartPane | null;
  private readonly keys: Shortcuts;
  private works = 0;
  /** The ids of apps and archives whose parts are listed. */
  private readonly archives = new Set<string>();

  constructor(readonly backend: Backend) {
    const opens = backend.offers("open");
    this.start = opens ? new StartPane(backend.kind === "server", (files) => void this.openAll(files)) : null;
    this.keys = new Shortcuts(this.shortcuts());
    backend.onProgress = ({ text, done, total }) => this.setBusy(total ? `${text}: ${done} of ${total}` : text);
    backend.onStop = () => this.forgetFiles();
    this.build();
    if (opens) this.acceptDrops();
    new ResizeObserver(() => this.fit()).observe(document.body);
    window.addEventListener("popstate", () => this.goToPlace());
    window.addEventListener("hashchange", () => this.goToPlace());
  }

  private build(): void {
    const header = h("header", null,
      h("div", { class: "top" }, this.heading, this.chips,
        h("div", { class: "tools" },
          this.start ? button("Open …", () => this.chooseFiles(), { title: "Open files (o)", class: "open" }) : null,
          button("? Keys", () => this.keys.show(), { title: "Keys (?)" }),
          button("◐ Theme", () => this.toggleTheme(), { title: "Switch between light and dark (t)", data: { role: "theme" } }))),
      this.tabs);
    this.main.append(this.busy, this.messages, this.parts, ...(this.start ? [this.start.element, this.start.input] : []), ...this.views.map((view) => view.element));
    document.body.prepend(h("a", { class: "skip", href: "#main" }, "Skip to the content"), header, this.main, this.footer,
      h("div", { id: "live", class: "hidden", role: "status", aria: { live: "polite" } }), this.keys.dialog);
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault(); // the address stays that of the function
      (this.current ? this.view.element : this.main).focus();
    });
    this.tabs.addEventListener("keydown", (event) => tabKey(event, this.tabs));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", (event) => this.setTheme(event.matches));
    this.setTheme(dark.matches);
    this.tabs.hidden = true;
  }

  /** Shows what is open already: the library of a report, the files that `mtlb explore` was given. */
  async begin(): Promise<void> {
    try {
      const opened = await this.backend.call("opened", {});
      for (const each of opened) await this.take(each);
      const [old, newer] = this.files;
      if (this.files.length === 2 && old && newer) this.offerComparison(old, newer);
    } catch (error) {
      this.problem(textOf(error));
    }
    root.dataset["ready"] = "true";
  }

  // --- theme ---------------------------------------------------------------------------------------------------------

  private setTheme(dark: boolean): void {
    root.dataset["theme"] = dark ? "dark" : "light";
  }

  private toggleTheme(): void {
    this.setTheme(root.dataset["theme"] !== "dark");
  }

  // --- messages ------------------------------------------------------------------------------------------------------

  problem(text: string): void {
    const message = h("p", { class: "problem", role: "alert" }, text, " ");
    message.append(button("×", () => message.remove(), { class: "close", aria: { label: "Dismiss" } }));
    this.messages.prepend(message);
    while (this.messages.children.length > 4) this.messages.lastElementChild?.remove();
  }

  private setBusy(text: string | null): void {
    this.busy.hidden = text === null;
    this.busy.textContent = text ?? "";
  }

  async working<T>(what: string, work: Promise<T>): Promise<T | null> {
    this.works++;
    this.setBusy(`${what} …`);
    try {
      return await work;
    } catch (error) {
      const bug = error instanceof Problem && error.kind === "bug" ? " This is a bug of mtlb: please report it." : "";
      this.problem(`${textOf(error)}${bug}`);
      return null;
    } finally {
      if (--this.works === 0) this.setBusy(null);
    }
  }

  // --- files ---------------------------------------------------------------------------------------------------------

  private acceptDrops(): void {
    window.addEventListener("dragover", (event) => {
      event.preventDefault();
      root.classList.add("dropping");
    });
    window.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) root.classList.remove("dropping");
    });
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      root.classList.remove("dropping");
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length) void this.openAll(files);
      else this.problem("What was dropped is no file.");
    });
  }

  private async openAll(files: File[]): Promise<void> {
    const before = this.files.length;
    for (const file of files) {
      if (file.size > LARGEST) {
        this.problem(`${file.name}: ${bytes(file.size)} are too many for one page. mtlb explore reads it on this computer.`);
        continue;
      }
      const opened = await this.working(`reading ${file.name}, ${short(file.size)}`, this.backend.open(file));
      if (opened) await this.take(opened);
    }
    const [old, newer] = this.files.slice(before);
    if (this.files.length - before === 2 && old && newer) this.offerComparison(old, newer);
  }

  private offerComparison(old: OpenFile, newer: OpenFile): void {
    if (!this.compare.has(old) || !this.compare.has(newer)) return;
    const offer = h("p", { class: "offer", role: "status" }, `Two files are open: ${old.name} and ${newer.name}. `,
      button("Compare them", () => {
        this.showView("compare");
        this.compare.choose(old, newer);
        offer.remove();
      }));
    this.messages.prepend(offer);
  }

  /** Takes what was opened: one file is shown; of an app or an archive one is chosen. */
  private async take(opened: Opened): Promise<void> {
    if (opened.parts.length > 1) this.offerParts(opened);
    const only = opened.parts.length === 1 ? opened.parts[0]?.file : opened.parts.length ? null : opened.file;
    if (only) await this.openFile(only);
  }

  private offerParts(opened: Opened): void {
    const search = h("input", { type: "search", placeholder: "part of a path", aria: { label: "Search the parts" } });
    const list = h("ul", { class: "parts" });
    const more = h("p", { class: "hint" });
    const fill = (): void => {
      const wanted = search.value.toLowerCase();
      const found = opened.parts.filter(({ place }) => place.toLowerCase().includes(wanted));
      list.replaceChildren(...found.slice(0, 100).map((part) => h("li", null,
        button(part.place, () => void this.openFile(part.file), { class: "link name" }), part.problem ? h("span", { class: "problem" }, ` ${part.problem}`) : h("span", { class: "hint" }, ` ${part.kind}, ${bytes(part.size)}${part.contents ? `, ${part.contents}` : ""}`))));
      more.textContent = found.length > 100 ? `and ${plural(found.length - 100, "other")}: search for them.` : "";
    };
    search.addEventListener("input", fill);
    fill();
    const whole = opened.file.split(".")[0] ?? "";
    this.archives.add(whole);
    const close = button("Close", () => {
      this.archives.delete(whole);
      pane.remove();
      const open = this.files.filter(({ id }) => id.split(".")[0] === whole);
      for (const file of open.slice(1)) this.files.splice(this.files.indexOf(file), 1);
      if (open[0]) this.closeFile(open[0]);
      else void this.backend.call("close", { file: opened.file }).catch((error: unknown) => this.problem(textOf(error)));
      if (this.files.length === 0) this.showFile(null);
    });
    const pane = h("details", { class: "card", open: true }, h("summary", null, `${opened.name} holds ${plural(opened.parts.length, "file")} `, close),
      opened.parts.length > 10 ? search : null, list, more);
    this.parts.prepend(pane);
    if (this.start) this.start.element.hidden = true;
    announce(`${opened.name} holds ${plural(opened.parts.length, "file")}`);
  }

  private async openFile(id: string): Promise<void> {
    const open = this.files.find((file) => file.id === id);
    if (open) {
      this.showFile(open);
      return;
    }
    const library = await this.working("reading", this.backend.call("library", { file: id }));
    if (library === null) return;
    const started = performance.now();
    const file = new OpenFile(this.backend, id, library);
    this.files.push(file);
    for (const pane of this.parts.children) (pane as HTMLDetailsElement).open = false;
    this.showFile(file);
    root.dataset["openMs"] = (performance.now() - started).toFixed(1);
    announce(`${file.name} is open: ${plural(file.table.count, "function")}`);
    if (!file.table.complete && file.table.count) void this.complete(file);
  }

  private async complete(file: OpenFile): Promise<void> {
    try {
      await file.columns((done) => this.functions.reading(file, done));
    } catch (error) {
      this.problem(`${file.name}: ${textOf(error)}`);
      return;
    }
    this.functions.refresh(file);
    this.overview.refresh(file);
    root.dataset["complete"] = file.id;
  }

  private closeFile(file: OpenFile): void {
    const at = this.files.indexOf(file);
    this.files.splice(at, 1);
    const whole = file.id.split(".")[0] ?? "";
    // What was opened goes with its last part; other parts of an app can still be picked from their list.
    if (!this.archives.has(whole)) void this.backend.call("close", { file: file.id }).catch((error: unknown) => this.problem(textOf(error)));
    const next = this.files[Math.min(at, this.files.length - 1)] ?? null;
    if (file === this.current) this.showFile(next);
    else this.showChips();
  }

  /** What answered is gone, and all that was open with it. */
  private forgetFiles(): void {
    this.files.length = 0;
    this.archives.clear();
    this.parts.replaceChildren();
    this.showFile(null);
  }

  private showFile(file: OpenFile | null, named = false): void {
    this.current = file;
    if (this.start) this.start.element.hidden = file !== null;
    this.tabs.hidden = file === null;
    this.heading.textContent = file?.name ?? "mtlb explorer";
    document.title = file ? `${file.name} – mtlb` : "mtlb explorer";
    this.footer.textContent = file ? `${file.library.tool} · ${bytes(file.library.size)} · SHA-256 ${file.library.sha256}` : "";
    this.showChips();
    for (const view of this.views) view.setFile(file);
    if (file === null) {
      for (const view of this.views) view.element.hidden = true;
      return;
    }
    this.showTabs(file);
    if (!this.view.has(file) || (this.listing.has(file) && this.view === this.overview)) this.view = this.listing.has(file) ? this.listing : this.overview;
    this.enter(this.view);
    const place = parsePlace(location.hash);
    const other = place.file !== null && place.file !== file.id && this.files.some(({ id }) => id === place.file);
    if (other && !named) history.replaceState(null, "", this.linkTo(-1)); // the address was that of the file before
    this.goToPlace();
  }

  private showChips(): void {
    this.chips.hidden = this.files.length < 1 || this.backend.kind === "report";
    this.heading.classList.toggle("hidden", !this.chips.hidden); // the chip of the file says its name
    this.chips.replaceChildren(...this.files.map((file) => h("span", { class: file === this.current ? "open-file current" : "open-file" },
      button(this.titleOf(file), () => this.showFile(file), { aria: { pressed: String(file === this.current) } }),
      button("×", () => this.closeFile(file), { class: "close", aria: { label: `Close ${this.titleOf(file)}` } }))));
  }

  titleOf(file: OpenFile): string {
    const same = this.files.filter(({ name }) => name === file.name);
    return same.length > 1 ? `${file.name} (${same.indexOf(file) + 1})` : file.name;
  }

  chooseFiles(): void {
    this.start?.input.click();
  }

  // --- views ---------------------------------------------------------------------------------------------------------

  private showTabs(file: OpenFile): void {
    this.tabs.replaceChildren(...this.views.filter((view) => view.has(file)).map((view) => {
      const tab = button(view.title, () => this.showView(view.name), { id: `tab-${view.name}`, role: "tab", aria: { controls: `view-${view.name}` } });
      const badge = view.badge(file);
      if (badge) tab.append(" ", h("span", { class: "badge" }, badge));
      return tab;
    }));
  }

  private enter(view: View): void {
    this.view = view;
    for (const each of this.views) {
      if (each !== view && !each.element.hidden) each.leave();
      each.element.hidden = each !== view;
    }
    for (const tab of this.tabs.children as HTMLCollectionOf<HTMLElement>) {
      const mine = tab.id === `tab-${view.name}`;
      markTab(tab, mine);
      if (mine) this.tabs.scrollLeft = Math.max(0, tab.offsetLeft - (this.tabs.clientWidth - tab.offsetWidth) / 2);
    }
    view.enter();
    this.fit();
  }

  /** Lists end where the window does: page.css takes what is above and below them from its height. */
  private fit(): void {
    const split = this.view.element.querySelector(".split");
    if (split === null || (split.classList.contains("showing") && matchMedia("(max-width: 900px)").matches)) return;
    const above = split.getBoundingClientRect().top + scrollY + this.footer.offsetHeight + 48;
    root.style.setProperty("--around", `${Math.ceil(above)}px`);
  }

  showView(name: string): void {
    const view = this.views.find((each) => each.name === name);
    if (view === undefined || this.current === null || !view.has(this.current)) return;
    this.enter(view);
    history.replaceState(null, "", this.address(placeText({ file: this.fileInPlace(), view: name, function: null, nth: 0 })));
  }

  private step(number: number): void {
    const tab = this.tabs.children[number] as HTMLElement | undefined;
    tab?.click();
    tab?.focus();
  }

  // --- addresses -----------------------------------------------------------------------------------------------------

  private fileInPlace(): string | null {
    return this.files.length > 1 ? (this.current?.id ?? null) : null;
  }

  private address(hash: string): string {
    return hash || `${location.pathname}${location.search}`;
  }

  linkTo(row: number): string {
    const table = this.current?.table;
    const name = table?.name[row];
    if (table === undefined || name === undefined)
      return this.address(placeText({ file: this.fileInPlace(), view: this.view.name, function: null, nth: 0 }));
    return placeText({ file: this.fileInPlace(), view: null, function: name, nth: table.nth(row) });
  }

  showFunction(row: number): void {
    history.pushState(null, "", this.linkTo(row));
    this.goToPlace();
  }

  showLine(row: number, line: number): void {
    history.pushState(null, "", this.linkTo(row));
    this.enter(this.functions);
    this.functions.select(row, false, line);
  }

  showSource(archive: number, file: number, line: number): void {
    this.showView("sources");
    this.sources.goTo(archive, file, line);
  }

  showUses(name: string): void {
    this.showView("uses");
    this.uses.goTo(name);
  }

  /** Shows what the address names. */
  private goToPlace(): void {
    const place = parsePlace(location.hash);
    const wanted = this.files.find(({ id }) => id === place.file);
    if (wanted && wanted !== this.current) {
      this.showFile(wanted, true); // comes back here
      return;
    }
    if (this.current === null) return;
    if (place.function !== null) {
      const row = this.current.table.find(place.function, place.nth);
      if (row < 0) return; // of another library
      this.enter(this.functions);
      this.functions.select(row);
    } else if (place.view !== null && place.view !== this.view.name) {
      const view = this.views.find((each) => each.name === place.view);
      if (view?.has(this.current)) this.enter(view);
    }
  }

  // --- keys and saving -----------------------------------------------------------------------------------------------

  private shortcuts(): ConstructorParameters<typeof Shortcuts>[0] {
    const opens = this.start !== null;
    return [
      { key: "/", text: "search the functions", run: () => { this.showView("functions"); this.functions.search.focus(); } },
      ...(opens ? [{ key: "o", text: "open files", run: () => this.start?.input.click() }] : []),
      { key: "f", text: "find in the code of the function", run: () => this.functions.code.findInCode() },
      { key: "c", text: "copy the code of the function", run: () => this.functions.code.copyCode() },
      { key: "l", text: "go to the list of functions", run: () => { this.showView("functions"); this.functions.grid.focus(); } },
      { key: "↑ ↓ j k", text: "in a list: the entry before, the next", run: null },
      { key: "Esc", text: "close the function", run: () => { if (this.view === this.functions) this.functions.escape(); } },
      { key: "s", text: "search in all code and sources", run: () => this.showView("search") },
      { key: "1 … 8", text: "the views, from the left", run: null },
      ...["1", "2", "3", "4", "5", "6", "7", "8"].map((key, place) => ({ key, text: "", run: () => this.step(place) })),
      { key: "t", text: "light or dark", run: () => this.toggleTheme() },
      { key: "?", text: "this list", run: () => this.keys.show() },
    ];
  }

  async save(kind: string, params: Record<string, unknown>): Promise<void> {
    if (this.current === null) return;
    const saved = await this.working("writing", this.backend.save(this.current.id, kind, params));
    if (saved === null) return;
    const address = URL.createObjectURL(new Blob([saved.bytes], { type: "application/octet-stream" }));
    const link = h("a", { href: address, download: saved.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    announce(`${saved.name} saved, ${bytes(saved.bytes.length)}`);
    root.dataset["saved"] = saved.name;
  }
}
