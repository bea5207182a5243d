// The difference of two open files.

import { CodeView } from "../code.js";
import { button, dataTable, h, textOf } from "../dom.js";
import { sides } from "../sides.js";
import type { Change, Difference, FunctionDifference } from "../documents.js";
import { count, plural } from "../format.js";
import type { OpenFile } from "../files.js";
import { VirtualList } from "../virtual.js";
import { View, type App } from "./view.js";

const ROW = 30;
const FEW = 500; // functions of libraries whose modules are compared without being asked

export class CompareView extends View {
  private readonly old = h("select");
  private readonly new = h("select");
  private readonly body = h("div");
  private readonly menu = h("div", { class: "menu", role: "listbox", tabIndex: 0, aria: { label: "Functions that differ" } });
  private readonly list: VirtualList;
  private readonly status = h("select", { aria: { label: "Which functions" } });
  private readonly heading = h("h2", { class: "title" });
  private readonly changes = h("div");
  private readonly ir = button("Compare code", () => void this.compareCode());
  private readonly code = new CodeView("difference");
  private readonly before = new CodeView("old code");
  private readonly after = new CodeView("new code");
  private readonly both = h("div", { class: "pair both", hidden: true }, this.before.element, this.after.element);
  private readonly beside = button("Side by side", () => this.setBeside(!this.isBeside), { aria: { pressed: "false" } });
  private isBeside = false;
  private lines: string[] = [];
  private readonly split: HTMLElement;
  private found: Difference | null = null;
  private shown: FunctionDifference[] = [];
  private current: FunctionDifference | null = null;

  constructor(app: App) {
    super("compare", "Compare", app);
    const swap = button("⇄", () => {
      [this.old.value, this.new.value] = [this.new.value, this.old.value];
      void this.compare();
    }, { title: "Swap", aria: { label: "Swap the two files" } });
    for (const menu of [this.old, this.new]) menu.addEventListener("input", () => void this.compare());
    keepTogether(this.before, this.after);
    this.split = h("div", { class: "split files", hidden: true }, h("div", { class: "list" }, this.status, this.menu),
      h("div", { class: "text card" }, h("div", { class: "headline" }, this.heading, this.ir, this.beside), this.changes, this.code.element, this.both));
    this.element.append(
      h("div", { class: "filters" }, h("label", null, h("span", null, "Old"), this.old), swap, h("label", null, h("span", null, "New"), this.new)),
      this.body, this.split);
    this.list = new VirtualList({ scroller: this.menu, rowHeight: () => ROW, row: (place) => this.row(place) });
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
    this.status.addEventListener("input", () => this.filter());
  }

  override has(file: OpenFile): boolean {
    return this.app.backend.offers("diff") && file.library.kind === "metallib";
  }

  private get libraries(): OpenFile[] {
    return this.app.files.filter((file) => file.library.kind === "metallib");
  }

  protected show(file: OpenFile): void {
    this.fillMenus(file);
    void this.compare();
  }

  override enter(): void {
    super.enter();
    if (this.file !== null && this.old.options.length !== this.libraries.length) this.show(this.file);
  }

  /** Compares the two files given, the older one first. */
  choose(old: OpenFile, newer: OpenFile): void {
    this.fillMenus(newer);
    this.old.value = old.id;
    this.new.value = newer.id;
    void this.compare();
  }

  private fillMenus(file: OpenFile): void {
    const kept = [this.old.value, this.new.value];
    for (const menu of [this.old, this.new]) menu.replaceChildren(...this.libraries.map((open) => new Option(this.app.titleOf(open), open.id)));
    const other = this.libraries.find(({ id }) => id !== file.id);
    const known = (id: string | undefined): boolean => this.libraries.some((open) => open.id === id);
    this.old.value = known(kept[0]) && kept[0] !== kept[1] ? (kept[0] ?? "") : (other?.id ?? file.id);
    this.new.value = known(kept[1]) && kept[0] !== kept[1] ? (kept[1] ?? "") : file.id;
  }

  private async compare(modules?: boolean): Promise<void> {
    this.found = null;
    this.split.hidden = true;
    const old = this.app.files.find(({ id }) => id === this.old.value);
    const newer = this.app.files.find(({ id }) => id === this.new.value);
    if (old === undefined || newer === undefined || old === newer) {
      this.body.replaceChildren(h("div", { class: "start small" }, h("h2", null, "Drop a second library here"),
        h("p", null, "It is compared with this one, function by function."), button("Choose a file …", () => this.app.chooseFiles(), { class: "primary" })));
      return;
    }
    const all = modules ?? Math.max(old.table.count, newer.table.count) <= FEW;
    this.body.replaceChildren(h("p", { class: "hint", role: "status" }, "comparing …"));
    try {
      const found = await this.app.backend.call("diff", { old: old.id, new: newer.id, modules: all });
      if (this.old.value !== old.id || this.new.value !== newer.id) return;
      this.found = found;
      this.fill(found, all);
    } catch (error) {
      this.body.replaceChildren(h("p", { class: "problem" }, textOf(error)));
    }
  }

  private fill(found: Difference, all: boolean): void {
    const counts = new Map<string, number>();
    for (const { status } of found.functions) counts.set(status, (counts.get(status) ?? 0) + 1);
    for (const [status, n] of Object.entries(found.counts ?? {})) counts.set(status, n);
    const summary = [...counts].filter(([, n]) => n > 0).map(([status, n]) => `${count(n)} ${status}`).join(", ");
    this.body.replaceChildren(
      h("p", { class: "verdict" }, found.differs ? `They differ. Functions: ${summary || "all the same"}.` : "They are equal."),
      found.parts.length
        ? changeTable("Parts that differ", found.parts)
        : h("p", { class: "hint" }, "All parts besides the functions are equal."),
      all ? "" : h("p", { class: "hint" }, "What differs inside the modules is shown for a function that is picked. ", button("Compare all modules", () => void this.compare(true), { class: "link" })),
      found.lines_left_out ? h("p", { class: "hint" }, `${plural(found.lines_left_out, "line")} of differences are left out; a function that is picked shows its own.`) : "");
    this.status.replaceChildren(new Option("all that differ", ""), ...[...counts].filter(([status]) => found.functions.some((f) => f.status === status))
      .map(([status, n]) => new Option(`${status} (${count(n)})`, status)));
    this.split.hidden = found.functions.length === 0;
    this.filter();
    if (this.shown.length) this.select(0);
  }

  private filter(): void {
    const wanted = this.status.value;
    this.shown = (this.found?.functions ?? []).filter(({ status }) => status !== "same" && (!wanted || status === wanted));
    this.list.show(this.shown.length, true);
  }

  private row(place: number): HTMLElement {
    const entry = this.shown[place];
    if (entry === undefined) return h("div");
    return h("div", { class: "item one", role: "option", title: entry.name, data: { place: String(place) }, aria: { selected: String(entry === this.current) } },
      h("span", { class: `status ${entry.status}` }, entry.status), h("span", { class: "name" }, entry.name));
  }

  private select(place: number): void {
    const entry = this.shown[place];
    if (entry === undefined) return;
    this.current = entry;
    this.list.scrollTo(place);
    this.list.draw(true);
    this.heading.textContent = entry.name;
    const both = entry.old_index !== null && entry.new_index !== null;
    this.ir.hidden = !both;
    this.changes.replaceChildren(
      h("p", { class: "hint" }, both ? `function ${entry.old_index} of the old file, ${entry.new_index} of the new one` : `${entry.status}`),
      entry.changes.length ? changeTable("What differs", entry.changes) : "");
    this.showLines(entry.lines);
  }

  private setBeside(beside: boolean): void {
    this.isBeside = beside;
    this.beside.setAttribute("aria-pressed", String(beside));
    this.showLines(this.lines);
  }

  private showLines(lines: string[]): void {
    this.lines = lines;
    this.beside.hidden = lines.length === 0;
    this.both.hidden = lines.length === 0 || !this.isBeside;
    this.code.element.hidden = lines.length === 0 || this.isBeside;
    if (this.isBeside) {
      const { old, now } = sides(lines);
      this.before.show(old, "diff");
      this.after.show(now, "diff");
    } else this.code.show(lines, "diff");
  }

  private async compareCode(): Promise<void> {
    const entry = this.current;
    if (entry === null || entry.old_index === null || entry.new_index === null) return;
    const asked = this.app.backend.call("diff_function", { old: this.old.value, new: this.new.value, old_index: entry.old_index, new_index: entry.new_index });
    const found = await this.app.working("comparing", asked);
    if (found === null || entry !== this.current) return;
    if (found.lines.length) this.showLines(found.lines);
    else this.changes.append(h("p", { class: "hint" }, "The code is equal."));
  }
}

/** Parts with their old and new values; UUIDs have the dashes that they have elsewhere. */
function changeTable(title: string, changes: Change[]): HTMLElement {
  const dashed = (text: string | null): string => (text ?? "–").replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i, (_, ...parts: string[]) => parts.slice(0, 5).join("-").toUpperCase());
  return dataTable(title, [["Part", ""], ["Old", ""], ["New", ""]],
    changes.map((change) => [change.part, h("span", { class: "diff-del" }, dashed(change.old)), h("span", { class: "diff-ins" }, dashed(change.new))]));
}

/** Scrolls two views of code with each other. */
function keepTogether(one: CodeView, other: CodeView): void {
  const follow = (from: HTMLElement, to: HTMLElement) => (): void => {
    if (to.scrollTop !== from.scrollTop) to.scrollTop = from.scrollTop;
    if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
  };
  one.scroller.addEventListener("scroll", follow(one.scroller, other.scroller), { passive: true });
  other.scroller.addEventListener("scroll", follow(other.scroller, one.scroller), { passive: true });
}
