// Where the bytes of the modules go: boxes as large as they are. Boxes are buttons, so that keys and readers reach them.

import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { h } from "./dom.js";
import { bytes, plural, short } from "./format.js";

export interface Item {
  label: string;
  size: number;
  functions: number;
  /** The number of its colour. */
  type: number;
  open: (() => void) | null;
}

export interface Box {
  item: Item;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const MOST = 120; // boxes; those beyond share one

/** At most `most` items, largest first; the others become one. */
export function gathered(items: Item[], most: number, open: (rest: Item[]) => (() => void) | null): Item[] {
  const sorted = items.filter((item) => item.size > 0).sort((a, b) => b.size - a.size || (a.label < b.label ? -1 : 1));
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most - 1);
  const size = rest.reduce((sum, item) => sum + item.size, 0);
  const functions = rest.reduce((sum, item) => sum + item.functions, 0);
  const other: Item = { label: `${plural(rest.length, "smaller one")}`, size, functions, type: -1, open: open(rest) };
  return [...sorted.slice(0, most - 1), other];
}

/** Items by the words their names start with, `depth` words of it: names of one start are a group, `*` is no word. */
export function byWords<T>(items: T[], name: (item: T) => string, depth: number): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const words = name(item).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const key = words.slice(0, depth).join("_") || name(item);
    const group = found.get(key);
    if (group === undefined) found.set(key, [item]);
    else group.push(item);
  }
  return found;
}

/** Boxes in percent of an area of `width` by `height`. */
export function boxes(items: Item[], width: number, height: number): Box[] {
  type Node = Item | { children: Item[] };
  const root = hierarchy<Node>({ children: items }, (node) => ("children" in node ? node.children : null)).sum((node) =>
    "size" in node ? node.size : 0,
  );
  const placed = treemap<Node>().tile(treemapSquarify.ratio(1.3)).size([width, height])(root);
  return placed.leaves().flatMap((leaf) =>
    "size" in leaf.data
      ? [
          {
            item: leaf.data,
            x: (100 * leaf.x0) / width,
            y: (100 * leaf.y0) / height,
            width: (100 * (leaf.x1 - leaf.x0)) / width,
            height: (100 * (leaf.y1 - leaf.y0)) / height,
          },
        ]
      : [],
  );
}

export class Tree {
  readonly element = h("div", { class: "tree", role: "group" });
  private items: Item[] = [];

  constructor() {
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(items: Item[], label: string, open: (rest: Item[]) => (() => void) | null): void {
    this.items = gathered(items, MOST, open);
    this.element.setAttribute("aria-label", label);
    this.draw();
  }

  private draw(): void {
    const width = this.element.clientWidth || 1000;
    const height = this.element.clientHeight || 340;
    const made = boxes(this.items, width, height).map((box, place) => {
      const { item } = box;
      const what = `${item.functions > 1 ? `${plural(item.functions, "function")}, ` : ""}${bytes(item.size)}`;
      const element = h("button", {
        type: "button",
        class: `box type-${item.type < 0 ? "other" : item.type % 8}`,
        title: `${item.label}\n${what}`,
        tabIndex: place === 0 ? 0 : -1,
        aria: { label: `${item.label}, ${what}` },
      });
      element.style.left = `${box.x}%`;
      element.style.top = `${box.y}%`;
      element.style.width = `${box.width}%`;
      element.style.height = `${box.height}%`;
      const across = (box.width * width) / 100;
      const down = (box.height * height) / 100;
      if (across > 44 && down > 18) element.append(h("span", { class: "label" }, item.label));
      if (across > 64 && down > 36)
        element.append(h("span", { class: "what" }, item.functions > 1 ? `${plural(item.functions, "function")}, ${short(item.size)}` : short(item.size)));
      if (element.childElementCount === 2) element.removeAttribute("aria-label"); // its text says it all
      if (item.open === null) element.disabled = true;
      else element.addEventListener("click", item.open);
      return element;
    });
    this.element.replaceChildren(...made);
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...this.element.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step === undefined ? -1 : at + step;
    const next = all[to];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    for (const box of all) box.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
