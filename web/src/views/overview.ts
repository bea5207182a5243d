// What a file is, which OS it needs and why, where its bytes are.

import { breakable, button, dataTable, definitions, h } from "../dom.js";
import type { Floor } from "../documents.js";
import { bytes, count, hexNumber, plural, share, short } from "../format.js";
import type { OpenFile } from "../files.js";
import type { Family } from "../table.js";
import { byWords, MOST, Tree, type Item } from "../tree.js";
import { View, type App } from "./view.js";

const LONG = 240; // characters of a fact that are shown at once
const MOST_FAMILIES = 12;
const MOST_DUPLICATES = 20;
const MOST_PROBLEMS = 5;
const MOST_REASONS = 60;

const DEEPEST = 4; // words of a name that make a group

/** What the boxes show: all families, a group of them, a family. */
interface Level {
  items: Item[];
  title: string;
}

export class OverviewView extends View {
  private readonly needs = h("div", { class: "needs" });
  private readonly facts = h("div");
  private readonly map = h("div");
  private readonly tree = new Tree();
  private readonly treeTitle = h("span", { class: "hint" });
  private readonly up = button("Up", () => this.goUp(), { hidden: true, title: "Back to what holds these" });
  private readonly legend = h("p", { class: "legend" });
  private readonly modules: HTMLElement;
  private readonly families = h("section", { class: "card" });
  private readonly duplicates = h("section", { class: "card" });
  private readonly listings = h("div");
  private levels: Level[] = [];

  constructor(app: App) {
    super("overview", "Overview", app);
    this.modules = h(
      "section",
      { class: "card" },
      h("div", { class: "headline" }, h("h2", null, "Modules"), this.treeTitle, this.up),
      this.legend,
      this.tree.element,
      h("p", { class: "hint" }, "An area is the size of a module. Functions whose names differ only in template arguments are one family: ",
        "a family opens to its functions, a function to its arguments and code."),
    );
    this.element.append(
      h("div", { class: "columns" },
        h("section", { class: "card" }, h("h2", null, "Needs"), this.needs, this.facts),
        h("section", { class: "card" }, h("h2", null, "Byte map"), this.map)),
      this.modules,
      h("div", { class: "columns" }, this.families, this.duplicates),
      this.listings,
    );
  }

  protected show(file: OpenFile): void {
    this.showFloor(file.library.floor);
    this.facts.replaceChildren(definitions(file.library.facts.map(([key, value]) => [key, value.length > LONG ? folded(value) : value])));
    this.showMap(file);
    this.modules.hidden = file.table.count < 2; // one box says nothing
    if (file.table.count > 1) this.showFamilies();
    this.showFamilyTable(file);
    this.showDuplicates(file);
    this.listings.replaceChildren(
      ...(file.library.listing ?? []).map(([title, text], place) =>
        h("details", { class: "card", open: place === 0 }, h("summary", null, title), h("pre", { tabIndex: 0 }, text))),
    );
  }

  /** What needs the modules read is there now. */
  refresh(file: OpenFile): void {
    if (this.file === file) this.showFloor(file.library.floor);
  }

  private showFloor(floor: Floor | null): void {
    if (floor === null) {
      this.needs.replaceChildren(h("p", null, "No OS: this is not a Metal library."));
      return;
    }
    const headline = h("p", { class: "floor" }, h("strong", null, floor.text ?? "unknown"));
    if (floor.because.length) headline.append(` – ${floor.because.join(", ")}`);
    const rows = floor.reasons.slice(0, MOST_REASONS).map((reason) => [
      reason.text || `${reason.kind} ${reason.value}`,
      reason.os ?? "?",
      reason.function === null
        ? ""
        : h("span", null, this.link(reason.function), reason.count > 1 ? ` and ${plural(reason.count - 1, "other")}` : ""),
    ]);
    const reasons = h("details", null, h("summary", null, `All ${plural(floor.reasons.length, "reason")}`),
      dataTable("What asks for which OS", [["What", ""], ["Since", "number"], ["First in", ""]], rows),
      floor.reasons.length > MOST_REASONS ? h("p", { class: "hint" }, `and ${count(floor.reasons.length - MOST_REASONS)} others`) : "");
    this.needs.replaceChildren(headline, rows.length ? reasons : "",
      ...floor.problems.slice(0, MOST_PROBLEMS).map((text) => h("p", { class: "problem" }, text)),
      floor.problems.length > MOST_PROBLEMS ? h("p", { class: "problem" }, `and ${plural(floor.problems.length - MOST_PROBLEMS, "other problem")}`) : "",
      floor.modules === false && !this.file?.table.complete ? h("p", { class: "hint" }, "The modules are still being read for this.") : "");
  }

  private link(row: number): HTMLElement {
    return h("a", { href: this.app.linkTo(row), class: "name" }, this.file?.table.name[row] ?? "");
  }

  private showMap(file: OpenFile): void {
    const { sections, size, section_titles: titles } = file.library;
    const bar = h("div", { class: "map", aria: { hidden: "true" } });
    const rows = sections.map(([name, offset, length], place) => {
      const colour = `section-${place % 12}`;
      const part = h("div", { class: colour, title: `${name}: ${bytes(length)}` });
      part.style.flexGrow = String(length);
      bar.append(part);
      const title = titles?.[name];
      return [
        h("span", { class: "keyed" }, h("span", { class: `swatch ${colour}` }), breakable(name), title ? h("span", { class: "hint" }, ` ${title}`) : null),
        hexNumber(offset), count(length), share(length, size),
      ];
    });
    this.map.replaceChildren(bar,
      dataTable("Sections of the file", [["Section", ""], ["Offset", "number"], ["Bytes", "number"], ["Share", "number"]], rows));
  }

  // --- modules -------------------------------------------------------------------------------------------------------

  private showFamilies(): void {
    const file = this.file;
    if (file === null) return;
    const families = file.table.families();
    this.levels = [];
    this.goInto({ items: this.familyItems(file, families, 1), title: plural(families.length, "family", "families") });
  }

  /** Too many families are grouped by the words that their names start with. */
  private familyItems(file: OpenFile, families: Family[], depth: number): Item[] {
    if (families.length <= MOST || depth > DEEPEST) return families.map((family) => this.familyItem(file, family));
    let groups = byWords(families, ({ name }) => name, depth);
    while (groups.size === 1 && depth < DEEPEST) groups = byWords(families, ({ name }) => name, ++depth);
    return [...groups].map(([words, group]): Item => {
      const only = group[0];
      if (group.length === 1 && only) return this.familyItem(file, only);
      const type = only?.type ?? 0;
      return {
        label: `${words} …`,
        size: group.reduce((sum, { size }) => sum + size, 0),
        functions: group.reduce((sum, { functions }) => sum + functions, 0),
        type: group.every((family) => family.type === type) ? type : -1,
        open: () => this.goInto({ items: this.familyItems(file, group, depth + 1), title: `${words} …, ${plural(group.length, "family", "families")}` }),
      };
    });
  }

  private familyItem(file: OpenFile, family: Family): Item {
    return {
      label: family.functions > 1 ? family.name : (file.table.name[family.first] ?? family.name),
      size: family.size, functions: family.functions, type: family.type,
      open: () => (family.functions > 1 ? this.openFamily(file, family) : this.app.showFunction(family.first)),
    };
  }

  private openFamily(file: OpenFile, family: Family): void {
    const items = file.table.members(family.row).map((row): Item => ({
      label: file.table.name[row] ?? "", size: file.table.size[row] ?? 0, functions: 1,
      type: file.library.functions.type.rows[row] ?? 0, open: () => this.app.showFunction(row),
    }));
    this.goInto({ items, title: `${family.name}, ${plural(family.functions, "function")}` });
  }

  private goInto(level: Level): void {
    this.levels.push(level);
    this.showLevel(level);
    if (this.levels.length > 1) this.up.focus();
  }

  private goUp(): void {
    this.levels.pop();
    const level = this.levels.at(-1);
    if (level) this.showLevel(level);
  }

  private showLevel({ items, title }: Level): void {
    const types = this.file?.library.functions.type.values ?? [];
    this.up.hidden = this.levels.length < 2;
    this.treeTitle.textContent = title;
    this.tree.show(items, title, (rest) => () => this.goInto({ items: rest, title: `${title}: ${plural(rest.length, "smaller one")}` }));
    const shown = [...new Set(items.map((item) => item.type))].filter((type) => type >= 0).sort((a, b) => a - b);
    this.legend.replaceChildren(...shown.map((type) => h("span", null, h("span", { class: `swatch type-${type % 8}` }), types[type] ?? "")));
  }

  private showFamilyTable(file: OpenFile): void {
    const families = file.table.families();
    this.families.hidden = families.length < 2;
    const whole = families.reduce((sum, family) => sum + family.size, 0);
    const rows = families.slice(0, MOST_FAMILIES).map((family) => [
      button(family.name, () => this.filterFamily(family.row), { class: "link name", title: "Show its functions" }),
      count(family.functions), count(family.size), share(family.size, whole),
    ]);
    this.families.replaceChildren(h("h2", null, "Largest families"),
      dataTable("Largest families", [["Family", ""], ["Functions", "number"], ["Bytes", "number"], ["Share", "number"]], rows),
      families.length > MOST_FAMILIES ? h("p", { class: "hint" }, `and ${plural(families.length - MOST_FAMILIES, "other")}: see the filter of the functions.`) : "");
  }

  private filterFamily(value: number): void {
    if (this.file === null) return;
    this.file.table.filters.family = value;
    this.app.showView("functions");
  }

  private showDuplicates(file: OpenFile): void {
    const found = file.library.duplicates;
    this.duplicates.hidden = file.table.count < 2;
    const wasted = found.reduce((sum, { size, stored }) => sum + size * Math.max(0, stored - 1), 0);
    const rows = found.slice(0, MOST_DUPLICATES).map((duplicate) => {
      const first = duplicate.functions[0];
      const others = duplicate.functions.length - 1;
      return [
        h("span", null, first === undefined ? "" : this.link(first), others > 0 ? ` and ${plural(others, "other")}` : ""),
        count(duplicate.stored), count(duplicate.size),
      ];
    });
    this.duplicates.replaceChildren(
      h("h2", null, "Equal modules"),
      h("p", null, found.length === 0 ? "No two functions have equal modules."
        : `${plural(found.length, "module")} of several functions; ${wasted ? `${short(wasted)} are stored more than once` : "each is stored once"}.`),
      rows.length ? dataTable("Equal modules", [["Functions", ""], ["Stored", "number"], ["Bytes", "number"]], rows) : "",
      found.length > MOST_DUPLICATES ? h("p", { class: "hint" }, `and ${plural(found.length - MOST_DUPLICATES, "other")}`) : "");
  }
}

function folded(text: string): HTMLElement {
  return h("details", null, h("summary", null, `${text.slice(0, LONG / 2)}…`), text);
}
