// One function: what it takes and gives, its layouts, its code and bytes.

import { EmbeddedBackend } from "../backend/embedded.js";
import { Problem } from "../backend/backend.js";
import { CodeView } from "../code.js";
import { button, copyText, dataTable, definitions, h, textOf } from "../dom.js";
import type { Detail, Facts } from "../documents.js";
import { bytes, dump, hexNumber, plural, valueText, words } from "../format.js";
import type { OpenFile } from "../files.js";
import type { App } from "./view.js";

const MOST_BYTES = 65536; // of one hex view

export class DetailPane {
  readonly element = h("aside", { class: "detail card", tabIndex: -1, hidden: true, aria: { label: "The selected function" } });
  private readonly name = h("h3");
  private readonly body = h("div");
  private readonly actions = h("div", { class: "actions" });
  private readonly code = new CodeView("code");
  private readonly note = h("p", { class: "hint module-note", role: "status" });
  private readonly modes: Record<"code" | "bytes", HTMLButtonElement>;
  private readonly opener = h("label", { class: "hint", hidden: true }, "Open the library to see all bytes (it stays on this computer): ");
  private wrongFile = false;
  private mode: "code" | "bytes" = "code";
  private file: OpenFile | null = null;
  private index = -1;

  constructor(
    private readonly app: App,
    close: () => void,
  ) {
    this.modes = {
      code: button("Code", () => this.setMode("code"), { aria: { pressed: "true" } }),
      bytes: button("Bytes", () => this.setMode("bytes"), { aria: { pressed: "false" } }),
    };
    const input = h("input", { type: "file" });
    input.addEventListener("change", () => {
      const chosen = input.files?.[0];
      input.value = "";
      if (chosen && app.backend instanceof EmbeddedBackend) {
        app.backend.attach(chosen);
        void this.showText();
      }
    });
    this.opener.append(input);
    this.element.append(
      h("div", { class: "headline" }, button("← All functions", close, { class: "back" }), this.name,
        button("×", close, { class: "close", aria: { label: "Close" }, title: "Close (Esc)" })),
      this.actions,
      this.body,
      h("div", { class: "headline" }, h("h4", null, "Module"), h("div", { class: "segments" }, this.modes.code, this.modes.bytes)),
      this.note, this.opener, this.code.element,
    );
  }

  hide(): void {
    this.element.hidden = true;
    this.index = -1;
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
    if (matchMedia("(max-width: 900px)").matches) this.element.scrollIntoView({ block: "start" });
  }

  findInCode(): void {
    if (!this.element.hidden) this.code.search.focus();
  }

  copyCode(): void {
    if (!this.element.hidden) void copyText(this.code.text, "code");
  }

  async show(file: OpenFile, index: number): Promise<void> {
    const started = performance.now();
    const { table } = file;
    const name = table.name[index] ?? "";
    this.file = file;
    this.index = index;
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.name.textContent = name;
    this.showActions(name, index);
    const facts: [string, string][] = [
      ["Type", table.text("type", index)],
      ["Needs", table.text("floor", index)],
      ["AIR, Metal", `${table.text("air", index) || "?"}, ${table.text("msl", index) || "?"}`],
      ["Module", `${bytes(table.size[index] ?? 0)} at ${hexNumber(table.offset[index] ?? 0)}`],
      ["Reflection", bytes(file.library.functions.reflection[index] ?? 0)],
      ["Family", table.text("family", index)],
      ["SHA-256", table.hashOf(index)],
    ];
    this.body.replaceChildren(definitions(facts, "small"));
    const [detail] = await Promise.all([this.ask(file, index), this.showText()]);
    if (index !== this.index || file !== this.file) return;
    if (typeof detail === "string") this.body.append(h("p", { class: "problem" }, detail));
    else this.body.replaceChildren(...this.parts(detail, facts));
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

  // --- what reflection says ------------------------------------------------------------------------------------------

  private parts(detail: Detail, facts: [string, string][]): HTMLElement[] {
    const because = detail.floor?.because.join(", ");
    const all: [string, string][] = facts.map(([key, value]) => [key, key === "Needs" && because ? `${value}: ${because}` : value]);
    if (detail.target) all.push(["Target", String(detail.target)]);
    for (const [key, value] of detail.tags ?? []) all.push([capital(key), value]);
    for (const [key, value] of Object.entries(detail))
      if (!SHOWN.has(key) && value !== null && value !== "" && !(Array.isArray(value) && !value.length)) all.push([capital(words(key)), valueText(value)]);
    const structs = detail.structs ?? [];
    const made: (HTMLElement | null)[] = [
      definitions(all, "small"),
      detail.problem ? h("p", { class: "problem" }, detail.problem) : null,
      h("h4", null, "Arguments"),
      detail.arguments?.length ? argumentTable("Arguments", detail.arguments) : h("p", { class: "hint" }, detail.arguments ? "none" : "not known"),
    ];
    const lists: [string, Facts[] | undefined][] = [
      ["Outputs", detail.outputs], ["Vertex attributes", detail["vertex_attributes"] as Facts[] | undefined],
      ["Function constants", detail.function_constants], ["Static samplers", detail.static_samplers], ["Threadgroup memory", detail.threadgroup_memory],
    ];
    for (const [title, list] of lists)
      if (list?.length) made.push(h("h4", null, title), argumentTable(title, list));
    structs.forEach((struct, number) => {
      const title = `Layout of structure ${number}${struct.name ? `, ${struct.name}` : ""}`;
      made.push(h("h4", { id: `struct-${number}` }, title), fieldTable(title, struct.fields));
    });
    return made.filter((part) => part !== null);
  }

  // --- code and bytes ------------------------------------------------------------------------------------------------

  private setMode(mode: "code" | "bytes"): void {
    this.mode = mode;
    void this.showText();
  }

  private async showText(): Promise<void> {
    const { file, index } = this;
    if (file === null || index < 0) return;
    let mode = this.mode;
    let lines: string[] = [];
    let note = "";
    if (mode === "code") {
      try {
        lines = (await this.app.backend.call("code", { file: file.id, index })).text.split("\n");
        if (lines.at(-1) === "") lines.pop();
      } catch (error) {
        note = textOf(error);
        if (error instanceof Problem && error.kind === "left out") mode = "bytes";
      }
    }
    if (mode === "bytes") {
      try {
        [lines, note] = await this.bytes(file, index, note);
      } catch (error) {
        note = textOf(error);
      }
    }
    if (file !== this.file || index !== this.index) return;
    for (const [name, made] of Object.entries(this.modes)) made.setAttribute("aria-pressed", String(name === mode));
    this.opener.hidden = !(this.app.backend instanceof EmbeddedBackend && mode === "bytes" && (!this.app.backend.attached || this.wrongFile));
    this.note.textContent = note;
    this.code.element.hidden = lines.length === 0;
    this.code.show(lines, mode === "code" ? "llvm" : "text");
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
}

const SHOWN = new Set(["index", "name", "type", "air_version", "msl_version", "target", "arguments", "outputs", "vertex_attributes",
  "function_constants", "static_samplers", "threadgroup_memory", "structs", "floor", "tags", "sources", "problem", "module"]);
// What has a place of its own in a row; everything else is listed behind it.
const PLACED = new Set(["kind", "index", "binding", "name", "type", "used", "struct", "argument", "offset"]);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Arguments, outputs, constants: where, name, type, and all else that is known. */
function argumentTable(title: string, list: Facts[]): HTMLElement {
  return dataTable(title, [["Where", ""], ["Name", ""], ["Type", ""], ["More", ""]], list.map((argument) => [
    where(argument), name(argument), type(argument), more(argument),
  ]), "stacked");
}

function fieldTable(title: string, fields: Facts[]): HTMLElement {
  return dataTable(title, [["Offset", "number"], ["Name", ""], ["Type", ""], ["More", ""]], fields.map((field) => {
    const inner = field["argument"] as Facts | undefined;
    const argument = inner === undefined ? null : h("span", { class: "chip" }, where(inner), " ");
    return [valueText(field["offset"]), name(field), type(field), h("span", null, argument, more(field), inner ? more(inner) : null)];
  }), "stacked");
}

function where(argument: Facts): string {
  const binding = argument["binding"] as { space?: string; index?: number; count?: number } | undefined;
  const kind = valueText(argument["kind"]);
  if (binding?.index === undefined) return kind || valueText(argument["index"]);
  const last = (binding.count ?? 1) > 1 ? `–${binding.index + (binding.count ?? 1) - 1}` : "";
  const space = binding.space ?? kind;
  return `${kind && kind !== space && space === "id" ? `${kind}, id` : kind || space} ${binding.index}${last}`;
}

function name(argument: Facts): HTMLElement {
  return h("span", { class: "name" }, String(argument["name"] ?? "–"));
}

function type(argument: Facts): HTMLElement {
  const text = h("span", { class: "name" }, String(argument["type"] ?? ""));
  const struct = argument["struct"];
  if (typeof struct === "number") {
    text.append(" ", button(`layout ${struct}`, () => document.getElementById(`struct-${struct}`)?.scrollIntoView({ block: "nearest" }), { class: "link" }));
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
