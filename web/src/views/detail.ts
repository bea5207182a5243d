// One function: its source and code first, then what it takes and gives, its layouts, calls, facts and bytes.

import { EmbeddedBackend } from "../backend/embedded.js";
import { Problem } from "../backend/backend.js";
import { CodeView } from "../code.js";
import { linksOf, sameFile } from "../debug.js";
import { button, copyText, dataTable, definitions, h, textOf } from "../dom.js";
import type { Detail, Facts } from "../documents.js";
import { bytes, dump, hexNumber, plural, valueText, words } from "../format.js";
import type { OpenFile } from "../files.js";
import type { Language } from "../highlight.js";
import { Tabs } from "../tabs.js";
import type { App } from "./view.js";

const MOST_BYTES = 65536; // of one hex view
const DEEPEST = 24; // calls inside of each other that are listed
const MOST_CALLS = 400;
type TextKind = "original" | "readable" | "faithful";

const TEXTS: [TextKind, string, string][] = [
  ["original", "Embedded", "The source file that the library holds"],
  ["readable", "Decompiled", "Metal source that mtlb makes of the code"],
  ["faithful", "By instruction", "Metal source with a statement for each instruction"],
];

/** A text, and which lines of the assembly belong to its lines; `start`: the line to show first. */
interface SourceText {
  lines: string[];
  note: string;
  language: Language;
  start: number;
  toCode: Map<number, number[]>;
  toSource: Map<number, number>;
}

export class DetailPane {
  readonly element = h("aside", { class: "detail card", tabIndex: -1, hidden: true, aria: { label: "The selected function" } });
  private readonly name = h("h2", { class: "title" });
  private readonly actions = h("div", { class: "actions" });
  private readonly source = new CodeView("source", true);
  private readonly ir = new CodeView("code", true);
  private readonly hex = new CodeView("bytes", true);
  private readonly sourceNote = h("p", { class: "hint", role: "status" });
  private readonly irNote = h("p", { class: "hint module-note", role: "status" });
  private readonly hexNote = h("p", { class: "hint module-note", role: "status" });
  private readonly pair = h("div", { class: "pair" }, h("div", null, this.source.element));
  private readonly irPlace = h("div", { class: "fills" }, this.ir.element);
  private readonly kinds: Record<TextKind, HTMLButtonElement>;
  private readonly segments: HTMLElement;
  private readonly beside = button("Beside the IR", () => void this.setBeside(!this.isBeside), { class: "beside", aria: { pressed: "false" }, title: "Source and IR beside each other; a line of one marks those of the other" });
  private readonly interface = h("div", { class: "panel" });
  private readonly layouts = h("div", { class: "panel" });
  private readonly calls = h("div", { class: "panel" });
  private readonly facts = h("div", { class: "panel" });
  private readonly opener = h("label", { class: "hint", hidden: true }, "Open the library to see all bytes (it stays on this computer): ");
  private readonly tabs: Tabs;
  private wrongFile = false;
  private isBeside = false;
  private kind: TextKind = "original";
  private file: OpenFile | null = null;
  private index = -1;
  private detail: Detail | null = null;
  private shown: SourceText | null = null;
  private irLines: string[] | null = null;
  private loaded = new Set<string>();
  private wantedLine = -1;
  /** Why a report has no code of the function, if it has none. */
  private leftOut = "";

  constructor(
    private readonly app: App,
    close: () => void,
  ) {
    this.kinds = Object.fromEntries(TEXTS.map(([kind, title, tip]) =>
      [kind, button(title, () => this.setKind(kind), { title: tip, aria: { pressed: "false" } })])) as Record<TextKind, HTMLButtonElement>;
    this.segments = h("div", { class: "segments", role: "group", aria: { label: "Which source" } }, Object.values(this.kinds));
    const input = h("input", { type: "file" });
    input.addEventListener("change", () => {
      const chosen = input.files?.[0];
      input.value = "";
      if (chosen && app.backend instanceof EmbeddedBackend) {
        app.backend.attach(chosen);
        this.loaded.delete("bytes");
        void this.load("bytes");
      }
    });
    this.opener.append(input);
    this.source.onPick = (line) => void this.follow(line);
    this.ir.onPick = (line) => this.followBack(line);
    const panels: [string, string, HTMLElement][] = [
      ["source", "Source", h("div", { class: "panel fills" }, h("div", { class: "headline" }, this.segments, this.beside), this.sourceNote, this.pair)],
      ["code", "IR", h("div", { class: "panel fills" }, this.irNote, this.irPlace)],
      ["interface", "Interface", this.interface], ["layouts", "Layouts", this.layouts], ["calls", "Calls", this.calls], ["facts", "Facts", this.facts],
      ["bytes", "Bytes", h("div", { class: "panel fills" }, this.hexNote, this.opener, this.hex.element)],
    ];
    this.tabs = new Tabs("detail", "What is shown of the function", panels.map(([name, title, panel]) => ({ name, title, panel })), (name) => void this.load(name));
    this.element.append(
      h("div", { class: "headline" }, button("← All functions", close, { class: "back" }), this.name,
        button("×", close, { class: "close", aria: { label: "Close" }, title: "Close (Esc)" })),
      this.actions, this.tabs.element, ...panels.map(([, , panel]) => panel));
  }

  hide(): void {
    this.element.hidden = true;
    this.index = -1;
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
    if (matchMedia("(max-width: 900px)").matches) this.element.scrollIntoView({ block: "start" });
  }

  /** The view of text that is in the page now. */
  private get text(): CodeView {
    return this.tabs.current === "source" ? this.source : this.tabs.current === "bytes" ? this.hex : this.ir;
  }

  findInCode(): void {
    if (this.element.hidden) return;
    if (!["source", "code", "bytes"].includes(this.tabs.current)) this.tabs.choose("code");
    this.text.search.focus();
  }

  copyCode(): void {
    if (!this.element.hidden) void copyText(this.text.text, this.tabs.current === "source" ? "source" : "code");
  }

  /** Shows a function; with `line` (0 is the first) its IR at that line. */
  async show(file: OpenFile, index: number, line = -1): Promise<void> {
    const started = performance.now();
    const name = file.table.name[index] ?? "";
    this.file = file;
    this.index = index;
    this.detail = null;
    this.irLines = null;
    this.shown = null;
    this.loaded.clear();
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.name.textContent = name;
    this.wantedLine = line;
    this.leftOut = "";
    this.showActions(name, index);
    const detail = await this.ask(file, index);
    if (index !== this.index || file !== this.file) return;
    this.fill(file, index, detail);
    if (line >= 0) this.tabs.choose("code");
    else await this.load(this.tabs.current);
    if (index !== this.index || file !== this.file) return;
    document.documentElement.dataset["showMs"] = (performance.now() - started).toFixed(1);
    document.documentElement.dataset["shown"] = String(index);
  }

  private async ask(file: OpenFile, index: number): Promise<Detail | string> {
    try {
      return await this.app.backend.call("function", { file: file.id, index });
    } catch (error) {
      return textOf(error);
    }
  }

  private fill(file: OpenFile, index: number, detail: Detail | string): void {
    this.detail = typeof detail === "string" ? null : detail;
    const decompiles = this.app.backend.offers("source");
    const embeds = this.detail?.sources != null && file.library.sources > 0;
    const has = new Set(["code", "interface", "facts", "bytes"]);
    if (decompiles || embeds) has.add("source");
    if (this.detail?.structs?.length) has.add("layouts");
    if (this.app.backend.offers("calls")) has.add("calls");
    this.kinds.original.hidden = !embeds;
    this.kinds.readable.hidden = this.kinds.faithful.hidden = !decompiles;
    this.segments.hidden = [...Object.values(this.kinds)].filter(({ hidden }) => !hidden).length < 2;
    if (this.kinds[this.kind].hidden) this.kind = embeds ? "original" : "readable";
    this.tabs.offer(has);
    this.facts.replaceChildren(...this.factList(file, index, detail));
    this.interface.replaceChildren(...(this.detail ? interfaceOf(this.detail, (number) => this.toLayout(number)) : [h("p", { class: "problem" }, String(detail))]));
    this.layouts.replaceChildren(...(this.detail?.structs ?? []).flatMap((struct, number) => {
      const title = `Layout of structure ${number}${struct.name ? `, ${struct.name}` : ""}`;
      return [h("h3", { class: "sub", id: `struct-${number}` }, title), fieldTable(title, struct.fields, (inner) => this.toLayout(inner))];
    }));
  }

  private toLayout(number: number): void {
    this.tabs.choose("layouts");
    document.getElementById(`struct-${number}`)?.scrollIntoView({ block: "nearest" });
  }

  private showActions(name: string, index: number): void {
    const link = h("a", { href: this.app.linkTo(index), class: "button", title: "The address of this function" }, "Permalink");
    const made: HTMLElement[] = [button("Copy name", () => void copyText(name, "name")), link];
    if (this.app.backend.offers("save")) {
      made.push(
        button("Save module", () => void this.app.save("module", { index }), { title: "The module as an .air file" }),
        button("Save IR", () => void this.app.save("ir", { index }), { title: "The disassembly as an .ll file" }),
      );
    }
    this.actions.replaceChildren(...made);
  }

  private factList(file: OpenFile, index: number, detail: Detail | string): HTMLElement[] {
    const { table } = file;
    const family = table.text("family", index);
    const reflection = file.library.functions.reflection[index] ?? 0;
    const facts: [string, string][] = [
      ["Type", table.text("type", index)],
      ["Needs", table.text("floor", index)],
      ["AIR, Metal", `${table.text("air", index) || "?"}, ${table.text("msl", index) || "?"}`],
      ["Module", `${bytes(table.size[index] ?? 0)} at ${hexNumber(table.offset[index] ?? 0)}`],
    ];
    if (reflection) facts.push(["Reflection", bytes(reflection)]);
    if (family !== table.name[index]) facts.push(["Family", family]);
    facts.push(["SHA-256", table.hashOf(index)]);
    if (typeof detail === "string") return [definitions(facts, "small"), h("p", { class: "problem" }, detail)];
    const because = detail.floor?.because ?? [];
    const all: [string, string | HTMLElement][] = facts.map(([key, value]) =>
      [key, key === "Needs" && because.length ? h("span", null, value, h("ul", { class: "reasons" }, because.map((reason) => h("li", null, reason)))) : value]);
    if (detail.target) all.push(["Target", String(detail.target)]);
    for (const [key, value] of detail.tags ?? []) all.push([capital(key), value]);
    for (const [key, value] of Object.entries(detail))
      if (!SHOWN.has(key) && value !== null && value !== "" && !(Array.isArray(value) && !value.length)) all.push([capital(words(key)), valueText(value)]);
    const made: HTMLElement[] = [definitions(all, "small")];
    if (detail.problem) made.push(h("p", { class: "problem" }, detail.problem));
    return made;
  }

  // --- texts ---------------------------------------------------------------------------------------------------------

  private setKind(kind: TextKind): void {
    this.kind = kind;
    this.loaded.delete("source");
    void this.load("source");
  }

  private async setBeside(beside: boolean): Promise<void> {
    this.isBeside = beside;
    this.beside.setAttribute("aria-pressed", String(beside));
    await this.load(this.tabs.current);
  }

  /** Fills a tab, once for each function. */
  private async load(name: string): Promise<void> {
    const { file, index } = this;
    if (file === null || index < 0) return;
    const both = name === "source" && this.isBeside;
    this.pair.classList.toggle("both", both);
    if (both) this.pair.append(this.ir.element);
    else this.irPlace.append(this.ir.element);
    if (name === "code" || both) await this.loadCode(file, index);
    if (this.loaded.has(name) || file !== this.file || index !== this.index) return;
    this.loaded.add(name);
    if (name === "source") await this.loadSource(file, index);
    else if (name === "bytes") await this.loadBytes(file, index, this.leftOut);
    else if (name === "calls") await this.loadCalls(file, index);
  }

  private isCurrent(file: OpenFile, index: number): boolean {
    return file === this.file && index === this.index;
  }

  private async codeLines(file: OpenFile, index: number): Promise<string[]> {
    if (this.irLines === null || !this.isCurrent(file, index)) {
      const lines = (await this.app.backend.call("code", { file: file.id, index })).text.split("\n");
      if (lines.at(-1) === "") lines.pop();
      if (!this.isCurrent(file, index)) return lines;
      this.irLines = lines;
    }
    return this.irLines;
  }

  private async loadCode(file: OpenFile, index: number): Promise<void> {
    if (this.loaded.has("code")) return;
    this.loaded.add("code");
    let lines: string[] = [];
    let note = "";
    let leftOut = false;
    try {
      lines = await this.codeLines(file, index);
    } catch (error) {
      note = textOf(error);
      leftOut = error instanceof Problem && error.kind === "left out";
    }
    if (!this.isCurrent(file, index)) return;
    this.irNote.textContent = note;
    this.irNote.hidden = !note;
    this.ir.element.hidden = lines.length === 0;
    this.ir.show(lines, "llvm");
    const define = lines.findIndex((line) => line.startsWith("define ") && line.includes(`@${this.detail?.name ?? ""}(`));
    if (this.wantedLine >= 0) this.ir.link([this.wantedLine], true);
    else if (define > 0) this.ir.reveal(define);
    this.wantedLine = -1;
    if (leftOut) {
      this.leftOut = note;
      this.tabs.choose("bytes");
    }
  }

  private async loadSource(file: OpenFile, index: number): Promise<void> {
    for (const [kind, made] of Object.entries(this.kinds)) made.setAttribute("aria-pressed", String(kind === this.kind));
    let found: SourceText;
    try {
      found = this.kind === "original" ? await this.original(file, index) : await this.decompiled(file, index, this.kind);
    } catch (error) {
      found = { lines: [], note: textOf(error), language: "text", start: 0, toCode: new Map(), toSource: new Map() };
    }
    if (!this.isCurrent(file, index)) return;
    this.shown = found;
    this.sourceNote.textContent = found.note;
    this.sourceNote.hidden = !found.note;
    this.source.element.hidden = found.lines.length === 0;
    this.beside.hidden = found.lines.length === 0;
    this.source.show(found.lines, found.language);
    this.source.reveal(found.start);
  }

  private async original(file: OpenFile, index: number): Promise<SourceText> {
    const place = this.detail?.sources;
    const sources = await file.sources();
    const files = sources.archives[place?.[0] ?? 0]?.files ?? [];
    const code = await this.codeLines(file, index).catch(() => []);
    const metal = files.findIndex(({ language }) => language === "metal");
    const located = this.detail?.tags?.find(([key]) => key === "debug location")?.[1] ?? "";
    const at = /^(.*):(\d+)$/.exec(located);
    const named = at ? files.findIndex(({ name }) => sameFile(at[1] ?? "", name)) : -1;
    const chosen = place?.[1] ?? (named >= 0 ? named : metal);
    const held = files[chosen];
    if (held?.text == null) throw new Error("The text of the embedded file is not here: it is too large, or not text.");
    const links = linksOf(code, held.name);
    const first = Math.min(...links.toCode.keys());
    const start = at && named === chosen ? Number(at[2]) - 1 : Number.isFinite(first) ? first : 0;
    const note = links.toCode.size ? `${held.name}: click on a line to see its instructions.` : held.name;
    return { lines: held.text.replace(/\n$/, "").split("\n"), note, language: held.language === "metal" ? "metal" : "text", start, ...links };
  }

  private async decompiled(file: OpenFile, index: number, style: "readable" | "faithful"): Promise<SourceText> {
    const found = await this.app.backend.call("source", { file: file.id, index, style });
    const toCode = new Map<number, number[]>();
    const toSource = new Map<number, number>();
    (found.lines ?? []).forEach((places, at) => {
      if (!places?.length) return;
      toCode.set(at, places);
      for (const place of places) toSource.set(place, at);
    });
    const notes = toCode.size ? ["Click on a line to see its instructions."] : [];
    if (found.problems.length) notes.push(`Not everything has a form in Metal: ${found.problems.join("; ")}.`);
    const lines = found.text.replace(/\n$/, "").split("\n");
    return { lines, note: notes.join(" "), language: "metal", start: 0, toCode, toSource };
  }

  /** Marks the instructions of a line of the source, beside which they are then shown. */
  private async follow(line: number): Promise<void> {
    const { shown } = this;
    const places = shown?.toCode.get(line) ?? [];
    this.source.link([line], false);
    if (places.length && !this.isBeside) await this.setBeside(true);
    if (shown === this.shown) this.ir.link(places, true);
  }

  private followBack(line: number): void {
    const place = this.shown?.toSource.get(line);
    this.ir.link([line], false);
    if (place !== undefined) this.source.link([place], true);
  }

  private async loadBytes(file: OpenFile, index: number, before: string): Promise<void> {
    let lines: string[] = [];
    let note = "";
    try {
      [lines, note] = await this.bytes(file, index, before);
    } catch (error) {
      note = textOf(error);
    }
    if (!this.isCurrent(file, index)) return;
    this.opener.hidden = !(this.app.backend instanceof EmbeddedBackend && (!this.app.backend.attached || this.wrongFile));
    this.hexNote.textContent = note;
    this.hex.element.hidden = lines.length === 0;
    this.hex.show(lines, "text");
  }

  private async bytes(file: OpenFile, index: number, before: string): Promise<[string[], string]> {
    const offset = file.table.offset[index] ?? 0;
    const size = file.table.size[index] ?? 0;
    const asked = Math.min(size, MOST_BYTES);
    const { hex } = await this.app.backend.call("bytes", { file: file.id, offset, size: asked });
    const had = hex.length / 2;
    const notes = before ? [before] : [];
    if (had < size) notes.push(`The first ${plural(had, "byte")} of ${bytes(size)}.`);
    const { backend } = this.app;
    if (backend instanceof EmbeddedBackend && backend.attached) {
      const right = await backend.isModule(offset, size, file.table.hashOf(index));
      this.wrongFile = !right;
      notes.push(right ? "The module's hash is right." : "These bytes do not have the module's hash: is it the same library?");
    }
    return [dump(hex, offset), notes.join(" ")];
  }

  // --- calls ---------------------------------------------------------------------------------------------------------

  private async loadCalls(file: OpenFile, index: number): Promise<void> {
    let made: HTMLElement;
    try {
      const { pairs } = await this.app.backend.call("calls", { file: file.id, index });
      made = this.callTree(file.table.name[index] ?? "", pairs);
    } catch (error) {
      made = h("p", { class: "problem" }, textOf(error));
    }
    if (this.isCurrent(file, index)) this.calls.replaceChildren(made);
  }

  private callTree(root: string, pairs: [string, string][]): HTMLElement {
    const callees = new Map<string, string[]>();
    for (const [caller, callee] of pairs) callees.set(caller, [...(callees.get(caller) ?? []), callee]);
    const starts = callees.has(root) ? [root] : [...callees.keys()].filter((name) => !pairs.some(([, callee]) => callee === name));
    let left = MOST_CALLS;
    const seen = new Set<string>();
    const branch = (name: string, depth: number): HTMLElement => {
      left--;
      const inner = callees.get(name) ?? [];
      const again = seen.has(name) && inner.length > 0;
      seen.add(name);
      const link = button(name, () => this.app.showUses(name), { class: "link name", title: "Functions that call it" });
      const item = h("li", null, link, again ? h("span", { class: "hint" }, " as above") : null);
      if (!again && inner.length && depth < DEEPEST && left > 0) item.append(h("ul", null, inner.filter(() => left > 0).map((callee) => branch(callee, depth + 1))));
      return item;
    };
    if (!starts.length) return h("p", { class: "hint" }, "It calls nothing.");
    return h("ul", { class: "calls" }, starts.map((name) => branch(name, 0)));
  }
}

const SHOWN = new Set(["index", "name", "type", "air_version", "msl_version", "target", "arguments", "outputs", "vertex_attributes",
  "function_constants", "static_samplers", "threadgroup_memory", "structs", "floor", "tags", "sources", "problem", "module"]);
// What has a place of its own in a row; everything else is listed behind it.
const PLACED = new Set(["kind", "index", "binding", "name", "type", "used", "struct", "argument", "offset"]);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
type ToLayout = (number: number) => void;

/** What a function takes and gives. */
function interfaceOf(detail: Detail, toLayout: ToLayout): HTMLElement[] {
  const made: HTMLElement[] = detail.problem ? [h("p", { class: "problem" }, detail.problem)] : [];
  made.push(h("h3", { class: "sub" }, "Arguments"),
    detail.arguments?.length ? argumentTable("Arguments", detail.arguments, toLayout) : h("p", { class: "hint" }, detail.arguments ? "none" : "not known"));
  const lists: [string, Facts[] | undefined][] = [
    ["Outputs", detail.outputs], ["Vertex attributes", detail["vertex_attributes"] as Facts[] | undefined],
    ["Function constants", detail.function_constants], ["Static samplers", detail.static_samplers], ["Threadgroup memory", detail.threadgroup_memory],
  ];
  for (const [title, list] of lists)
    if (list?.length) made.push(h("h3", { class: "sub" }, title), argumentTable(title, list, toLayout, list === detail.threadgroup_memory ? "stacked symbols" : "stacked"));
  return made;
}

/** Arguments, outputs, constants: where, name, type, and all else that is known. */
function argumentTable(title: string, list: Facts[], toLayout: ToLayout, className = "stacked"): HTMLElement {
  return dataTable(title, [["Where", ""], ["Name", ""], ["Type", ""], ["More", ""]], list.map((argument) => [
    where(argument), name(argument), type(argument, toLayout), more(argument),
  ]), className);
}

function fieldTable(title: string, fields: Facts[], toLayout: ToLayout): HTMLElement {
  return dataTable(title, [["Offset", "number"], ["Name", ""], ["Type", ""], ["More", ""]], fields.map((field) => {
    const inner = field["argument"] as Facts | undefined;
    const argument = inner === undefined ? null : h("span", { class: "chip" }, where(inner), " ");
    return [valueText(field["offset"]), name(field), type(field, toLayout), h("span", null, argument, more(field), inner ? more(inner) : null)];
  }), "stacked");
}

function where(argument: Facts): string {
  const binding = argument["binding"] as { space?: string; index?: number | string; count?: number } | undefined;
  const kind = valueText(argument["kind"]);
  if (binding?.index === undefined) return kind || valueText(argument["index"]);
  const count = binding.count ?? 1;
  const last = count > 1 ? (typeof binding.index === "number" ? `–${binding.index + count - 1}` : `[${count}]`) : "";
  const space = binding.space ?? kind;
  return `${kind && kind !== space && space === "id" ? `${kind}, id` : kind || space} ${binding.index}${last}`;
}

function name(argument: Facts): HTMLElement {
  return h("span", { class: "name" }, String(argument["name"] ?? "–"));
}

function type(argument: Facts, toLayout: ToLayout): HTMLElement {
  const text = h("span", { class: "name" }, String(argument["type"] ?? ""));
  const struct = argument["struct"];
  if (typeof struct === "number") {
    text.append(" ", button(`layout ${struct}`, () => toLayout(struct), { class: "link" }));
  }
  return text;
}

function more(argument: Facts): HTMLElement {
  const chips = Object.entries(argument)
    .filter(([key, value]) => !PLACED.has(key) && value !== null && value !== false)
    .map(([key, value]) => h("span", { class: "chip" }, chipText(key, value)));
  if (argument["used"] === false) chips.unshift(h("span", { class: "chip unused" }, "unused"));
  return h("span", { class: "chips" }, chips);
}

function chipText(key: string, value: unknown): string {
  if (value === true) return words(key);
  if (key === "address_space" || key === "access") return valueText(value);
  return `${words(key)} ${valueText(value)}`;
}
