// The code of a file without a table of functions: the listing of a Direct3D or SPIR-V shader, and the same as Metal.

import { CodeView } from "../code.js";
import { button, h, textOf } from "../dom.js";
import type { OpenFile } from "../files.js";
import type { Language } from "../highlight.js";
import { View, type App } from "./view.js";

const METAL = "As Metal source";

export class ListingView extends View {
  private readonly menu = h("div", { class: "segments wrapped", role: "group", aria: { label: "What is shown" } });
  private readonly note = h("p", { class: "hint", role: "status", hidden: true });
  private readonly code = new CodeView("listing", true);
  private chosen = "";

  constructor(app: App) {
    super("listing", "Code", app);
    this.element.append(h("div", { class: "filters" }, this.menu), this.note, h("div", { class: "split tall" }, this.code.element));
  }

  override has(file: OpenFile): boolean {
    return (file.library.listing?.length ?? 0) > 0;
  }

  protected show(file: OpenFile): void {
    const listing = file.library.listing ?? [];
    const titles = listing.map(([title]) => title);
    if (this.app.backend.offers("source")) titles.splice(1, 0, METAL);
    this.menu.replaceChildren(...titles.map((title) => button(title, () => void this.choose(file, title), { aria: { pressed: "false" } })));
    void this.choose(file, titles[0] ?? "");
  }

  private async choose(file: OpenFile, title: string): Promise<void> {
    this.chosen = title;
    for (const each of this.menu.children) each.setAttribute("aria-pressed", String(each.textContent === title));
    let text = (file.library.listing ?? []).find(([name]) => name === title)?.[1] ?? "";
    let language: Language = title === "Listing" ? (file.library.kind === "spirv" ? "spirv" : text.includes("\ndefine ") ? "llvm" : "d3d") : "text";
    let note = "";
    if (title === METAL) {
      language = "metal";
      try {
        const found = await this.app.backend.call("source", { file: file.id, index: 0, style: "readable" });
        text = found.text;
        if (found.problems.length) note = `Not everything has a form in Metal: ${found.problems.join("; ")}.`;
      } catch (error) {
        text = "";
        note = textOf(error);
      }
    }
    if (file !== this.file || title !== this.chosen) return;
    this.note.textContent = note;
    this.note.hidden = !note;
    this.code.element.hidden = !text;
    this.code.show(text.replace(/\n$/, "").split("\n"), language);
  }
}
