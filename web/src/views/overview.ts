// What a file is, which OS it needs and why, where its bytes are.

import { breakable, button, dataTable, definitions, h } from "../dom.js";
import type { Floor } from "../documents.js";
import { bytes, count, hexNumber, plural, share, short } from "../format.js";
import type { OpenFile } from "../files.js";
import type { Family } from "../table.js";
import { byWords, Tree, MOST, type Item } from "../tree.js";
import { View, type App } from "./view.js";

const LONG = 240; // characters of a fact that are shown at once
const MOST_FAMILIES = 12;
const MOST_DUPLICATES = 20;
const MOST_PROBLEMS = 5;
const MOST_REASONS = 60;

const COLOURS = [["type", "type"], ["floor", "OS"], ["air", "AIR version"], ["size", "size"]] as const;
const SIZES: [number, string][] = [[4096, "up to 4 kB"], [8192, "up to 8 kB"], [16384, "up to 16 kB"], [32768, "up to 32 kB"], [131072, "up to 128 kB"], [Infinity, "larger"]];
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
  private readonly colour = h("select", { aria: { label: "Colour by" } });
  private readonly needsTitle = h("h2", null, "Needs");
  private levels: Level[] = [];
  private colours: number[] = [];
  private colourNames: string[] = [];

  constructor(app: App) {
    super("overview", "Overview", app);
    this.modules = h(
      "section",
      { class: "card" },
      h("div", { class: "headline" }, h("h2", null, "Modules"), this.treeTitle, this.up, h("label", { class: "hint right" }, "Colour by ", this.colour)),
      this.legend,
      this.tree.element,
      h("p", { class: "hint" }, "An area is the size of a module. Functions whose names differ only in template arguments are one family: ",
        "a family opens to its functions, a function to its arguments and code."),
    );
    this.element.append(
      h("div", { class: "columns" },
        h("section", { class: "card" }, this.needsTitle, this.needs, this.facts),
        h("section", { class: "card" }, h("h2", null, "Byte map"), this.map)),
      this.modules,
      h("div", { class: "columns" }, this.families, this.duplicates),
    );
    this.colour.append(...COLOURS.map(([name, title]) => new Option(title, name)));
    this.colour.addEventListener("input", () => this.showFamilies());
  }

  protected show(file: OpenFile): void {
    this.showFloor(file.library.floor);
    this.facts.replaceChildren(definitions(file.library.facts.map(([key, value]) => [key, value.length > LONG ? folded(value) : value])));
    this.showMap(file);
    this.modules.hidden = file.table.count < 2; // one box says nothing
    if (file.table.count > 1) {
      const types = new Set(file.library.functions.type.rows);
      this.colour.value = types.size > 1 ? "type" : "size"; // one colour says nothing
      this.showFamilies();
    }
    this.showFamilyTable(file);
    this.showDuplicates(file);
  }

  /** What needs the modules read is there now. */
  refresh(file: OpenFile): void {
    if (this.file === file) this.showFloor(file.library.floor);
  }

  private showFloor(floor: Floor | null): void {
    this.needsTitle.textContent = floor === null ? "File" : "Needs";
    if (floor === null) {
      this.needs.replaceChildren();
      return;
    }
    const headline = h("p", { class: "floor" }, h("strong", null, floor.text ?? "unknown"), " or later");
    const because = h("ul", { class: "reasons" }, floor.because.map((reason) => h("li", null, reason)));
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
    this.needs.replaceChildren(headline, because, rows.length ? reasons : "",
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
      const colour = `section section-${place % 12}`;
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
      dataTable("Sections of the file", [["Section", ""], ["Offset", "number"], ["Bytes", "number"], ["Share", "number"]], rows, "sizes"));
  }

  // --- modules -------------------------------------------------------------------------------------------------------

  private showFamilies(): void {
    const file = this.file;
    if (file === null) return;
    const families = file.table.families();
    this.setColours(file);
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
      const type = only ? this.colourOf(only.first) : 0;
      return {
        label: `${words} …`,
        size: group.reduce((sum, { size }) => sum + size, 0),
        functions: group.reduce((sum, { functions }) => sum + functions, 0),
        type: this.colour.value === "size" ? sizeClass(mean(group)) : group.every((family) => this.colourOf(family.first) === type) ? type : -1,
        open: () => this.goInto({ items: this.familyItems(file, group, depth + 1), title: `${words} …, ${plural(group.length, "family", "families")}` }),
      };
    });
  }

  private familyItem(file: OpenFile, family: Family): Item {
    return {
      label: family.functions > 1 ? family.name : (file.table.name[family.first] ?? family.name),
      size: family.size, functions: family.functions, type: this.colourOf(family.first),
      open: () => (family.functions > 1 ? this.openFamily(file, family) : this.app.showFunction(family.first)),
    };
  }

  private openFamily(file: OpenFile, family: Family): void {
    const items = file.table.members(family.row).map((row): Item => ({
      label: file.table.name[row] ?? "", size: file.table.size[row] ?? 0, functions: 1,
      type: this.colourOf(row), open: () => this.app.showFunction(row),
    }));
    this.goInto({ items, title: `${family.name}, ${plural(family.functions, "function")}` });
  }

  /** Numbers of colours for each function: its type, its OS, its AIR version, or how large it is. */
  private setColours(file: OpenFile): void {
    const { table, library } = file;
    const by = this.colour.value as (typeof COLOURS)[number][0];
    if (by === "size") {
      this.colourNames = SIZES.map(([, title]) => title);
      this.colours = table.size.map(sizeClass);
      return;
    }
    const indexed = by === "floor" ? table.indexed("floor") : library.functions[by];
    this.colourNames = indexed?.values.map((value) => value || "none") ?? [];
    this.colours = indexed?.rows ?? [];
  }

  private colourOf(row: number): number {
    return this.colours[row] ?? 0;
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
    this.up.hidden = this.levels.length < 2;
    this.treeTitle.textContent = title;
    this.tree.show(items, title, (rest) => () => this.goInto({ items: rest, title: `${title}: ${plural(rest.length, "smaller one")}` }));
    const shown = [...new Set(items.map((item) => item.type))].filter((type) => type >= 0).sort((a, b) => a - b);
    this.legend.replaceChildren(...shown.map((type) => h("span", null, h("span", { class: `swatch type-${type % 8}` }), this.colourNames[type] ?? "")));
  }

  private showFamilyTable(file: OpenFile): void {
    const families = file.table.families();
    this.families.hidden = families.length < 2 || families.length === file.table.count; // families of one say nothing
    const whole = families.reduce((sum, family) => sum + family.size, 0);
    const rows = families.slice(0, MOST_FAMILIES).map((family) => [
      button(family.name, () => this.filterFamily(family.row), { class: "link name", title: "Show its functions" }),
      count(family.functions), count(family.size), share(family.size, whole),
    ]);
    this.families.replaceChildren(h("h2", null, "Largest families"),
      dataTable("Largest families", [["Family", ""], ["Functions", "number"], ["Bytes", "number"], ["Share", "number"]], rows, "sizes"),
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

const sizeClass = (size: number): number => SIZES.findIndex(([most]) => size <= most);

/** Bytes of a function of some families. */
function mean(families: Family[]): number {
  return families.reduce((sum, { size }) => sum + size, 0) / Math.max(1, families.reduce((sum, { functions }) => sum + functions, 0));
}

function folded(text: string): HTMLElement {
  return h("details", null, h("summary", null, `${text.slice(0, LONG / 2)}…`), text);
}
