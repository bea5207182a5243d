// The first thing that the explorer shows: where to drop a file.

import { button, h } from "../dom.js";

export class StartPane {
  readonly element: HTMLElement;
  readonly input = h("input", { type: "file", multiple: true, class: "hidden", tabIndex: -1, aria: { label: "Files to open" } });

  constructor(local: boolean, open: (files: File[]) => void) {
    const choose = button("Choose files …", () => this.input.click(), { class: "primary" });
    this.input.addEventListener("change", () => {
      const files = [...(this.input.files ?? [])];
      this.input.value = ""; // the same file can be chosen again
      if (files.length) open(files);
    });
    const served = local || location.protocol !== "file:";
    choose.disabled = !served;
    this.element = h("section", { class: "start" },
      h("h2", null, "Drop a Metal library here"),
      h("p", null, "A .metallib, an .air module, an app (.ipa or .zip), a Python wheel, a Direct3D container. Drop two to compare them."),
      choose,
      served ? null : h("p", { class: "problem" }, "This page was opened as a file, and a browser starts no Python then. Serve its folder and open that address: ",
        h("code", null, "python -m http.server"), ". ", h("code", null, "mtlb explore"), " needs no server of yours."),
      h("p", { class: "hint" }, local ? "mtlb on this computer reads it. Nothing is sent anywhere." : "mtlb itself runs inside this page. Nothing is sent anywhere."));
  }
}
