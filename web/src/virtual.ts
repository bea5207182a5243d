// A list of which only the rows in view are in the page.

import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from "@tanstack/virtual-core";
import { h } from "./dom.js";

export interface VirtualListOptions {
  /** The element that scrolls. */
  scroller: HTMLElement;
  /** Pixels of a row; asked again when the width changes. */
  rowHeight: () => number;
  row: (place: number) => HTMLElement;
  /** Pixels of a head that stays on top, inside of `scroller`. */
  headHeight?: () => number;
  overscan?: number;
  /** Of what holds the rows, where it has one. */
  role?: string;
}

export class VirtualList {
  readonly rows: HTMLElement;
  private readonly space: HTMLElement;
  private readonly virtualizer: Virtualizer<HTMLElement, Element>;
  private readonly release: () => void;
  private count = 0;
  private height: number;
  private drawn = "";

  constructor(private readonly options: VirtualListOptions) {
    this.height = options.rowHeight();
    this.rows = h("div", { class: "rows", role: options.role ?? "presentation" });
    this.space = h("div", { class: "space", role: "presentation" }, this.rows);
    options.scroller.append(this.space);
    this.virtualizer = new Virtualizer<HTMLElement, Element>(this.settings());
    const stop = this.virtualizer._didMount();
    const resized = new ResizeObserver(() => this.measure());
    resized.observe(options.scroller);
    this.release = () => {
      stop();
      resized.disconnect();
    };
    this.virtualizer._willUpdate();
  }

  private settings(): ConstructorParameters<typeof Virtualizer<HTMLElement, Element>>[0] {
    return {
      count: this.count,
      getScrollElement: () => this.options.scroller,
      estimateSize: () => this.height,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      overscan: this.options.overscan ?? 8,
      scrollPaddingStart: 0,
      scrollPaddingEnd: this.options.headHeight?.() ?? 0,
      onChange: () => this.draw(false),
    };
  }

  private measure(): void {
    const height = this.options.rowHeight();
    if (height !== this.height) {
      this.height = height;
      this.virtualizer.measure();
    }
    this.draw(true);
  }

  /** Shows `count` rows, from the top if `reset`. */
  show(count: number, reset = false): void {
    this.count = count;
    this.virtualizer.setOptions(this.settings());
    this.virtualizer._willUpdate();
    this.virtualizer.measure();
    if (reset) this.options.scroller.scrollTop = 0;
    this.draw(true);
  }

  draw(always: boolean): void {
    const { scroller } = this.options;
    this.space.style.height = `${this.count * this.height}px`;
    // What it observes comes a frame later; what is drawn has to fit now.
    this.virtualizer.scrollRect = { width: scroller.clientWidth, height: scroller.clientHeight };
    this.virtualizer.scrollOffset = scroller.scrollTop;
    this.virtualizer.calculateRange();
    const items = scroller.clientHeight > 0 ? this.virtualizer.getVirtualItems() : [];
    const range = `${items[0]?.index} ${items.at(-1)?.index}`;
    if (!always && range === this.drawn) return;
    this.drawn = range;
    this.rows.style.transform = `translateY(${(items[0]?.index ?? 0) * this.height}px)`;
    this.rows.replaceChildren(...items.map((item) => this.options.row(item.index)));
  }

  scrollTo(place: number): void {
    const { scroller } = this.options;
    const head = this.options.headHeight?.() ?? 0;
    const top = place * this.height;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + this.height + head > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + this.height + head - scroller.clientHeight;
  }

  get pageRows(): number {
    return Math.max(1, Math.floor((this.options.scroller.clientHeight - (this.options.headHeight?.() ?? 0)) / this.height) - 1);
  }

  close(): void {
    this.release();
    this.space.remove();
  }
}
