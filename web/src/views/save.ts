// What can be saved of a file.

import { button, h, textOf } from "../dom.js";
import type { Targets } from "../documents.js";
import type { OpenFile } from "../files.js";
import { View, type App } from "./view.js";

export class SaveView extends View {
  private targets: Targets | null = null;

  constructor(app: App) {
    super("save", "Save", app);
  }

  override has(): boolean {
    return this.app.backend.offers("save");
  }

  protected show(file: OpenFile): void {
    const library = file.library.kind === "metallib";
    const groups: [string, HTMLElement[]][] = [
      ["Take out", [
        ...(file.table.count ? [entry("Modules", "The module of each function, in a zip. That of one function is saved beside it.", button("Save modules", () => void this.app.save("modules", {})))] : []),
        ...(file.library.sources ? [entry("Sources", "All embedded source files, in a zip.", button("Save sources", () => void this.app.save("sources", {})))] : []),
        entry("The file itself", "As it was found, out of an app or an archive.", button("Save file", () => void this.app.save("library", {}))),
      ]],
      ["Write about it", [
        entry("Report", "This page with its data inside, to be mailed or kept.", button("Save report", () => void this.app.save("report", {}))),
        entry("Facts", "What mtlb info --json says.", button("Save facts", () => void this.app.save("facts", {}))),
      ]],
      ["Change and save", library ? [this.strip(), this.retarget()] : []],
    ];
    this.element.replaceChildren(...groups.filter(([, entries]) => entries.length).map(([title, entries]) =>
      h("section", { class: "group" }, h("h2", null, title), h("div", { class: "entries" }, entries))));
  }

  private strip(): HTMLElement {
    const boxes = (["debug", "sources", "names", "paths"] as const).map((what) => {
      const box = h("input", { type: "checkbox", checked: what === "debug" || what === "sources" });
      return [what, box] as const;
    });
    const labels: Record<string, string> = { debug: "debug info", sources: "sources", names: "names of values", paths: "paths of the build" };
    const save = button("Save stripped library", () => {
      const wanted = Object.fromEntries(boxes.map(([what, box]) => [what, box.checked]));
      if (!Object.values(wanted).includes(true)) this.app.problem("Choose what to leave out.");
      else void this.app.save("stripped", wanted);
    });
    return entry("Stripped library", "Without what running does not need.", h("div", { class: "options" }, boxes.map(([what, box]) => h("label", null, box, ` ${labels[what]}`))), save);
  }

  private retarget(): HTMLElement {
    const platform = h("select", { aria: { label: "Platform" } });
    const version = h("input", { type: "text", size: 6, aria: { label: "OS version" }, placeholder: "version", inputMode: "decimal" });
    const versions = h("datalist", { id: "versions" });
    version.setAttribute("list", "versions");
    const fill = (): void => {
      const chosen = this.targets?.platforms.find(({ name }) => name === platform.value);
      versions.replaceChildren(...(chosen?.versions ?? []).map((text) => new Option(text, text)));
    };
    platform.addEventListener("input", fill);
    const load = async (): Promise<void> => {
      try {
        this.targets ??= await this.app.backend.call("targets", {});
        platform.replaceChildren(...this.targets.platforms.map(({ name, label }) => new Option(label, name)));
        fill();
      } catch (error) {
        this.app.problem(textOf(error));
      }
    };
    void load();
    const save = button("Save retargeted library", () => {
      if (!/^\d+(\.\d+){0,2}$/.test(version.value.trim())) this.app.problem("Give the OS version, such as 15.0.");
      else void this.app.save("retargeted", { platform: platform.value, os: version.value.trim() });
    });
    return entry("Retargeted library", "For another platform or OS version.", h("div", { class: "options" }, platform, version, versions), save);
  }
}

function entry(title: string, text: string, ...controls: HTMLElement[]): HTMLElement {
  return h("section", { class: "card" }, h("h3", null, title), h("p", { class: "hint" }, text), ...controls);
}
