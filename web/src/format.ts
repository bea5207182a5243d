// Numbers, bytes, versions and names as text.

const grouped = new Intl.NumberFormat("en-US");

export const count = (n: number): string => grouped.format(n);
export const bytes = (n: number): string => `${count(n)} ${n === 1 ? "byte" : "bytes"}`;
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;
export const share = (part: number, whole: number): string => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "");
export const hexNumber = (n: number): string => `0x${n.toString(16)}`;

/** Bytes with a unit, for boxes and messages. */
export function short(n: number): string {
  for (const [unit, size] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const)
    if (n >= size) return `${(n / size).toFixed(n >= 100 * size ? 0 : 1)} ${unit}`;
  return bytes(n);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

export const hexOf = (piece: Uint8Array): string => Array.from(piece, (b) => b.toString(16).padStart(2, "0")).join("");

/** A version as a number that sorts; `?` (no known release) last, nothing first. */
export function versionKey(text: string): number {
  if (text === "?") return Infinity;
  const digits = /\d+(?:\.\d+)*/.exec(text);
  if (digits === null) return -1;
  return digits[0].split(".").reduce((all, part, place) => all + Number(part) / 1000 ** place, 0);
}

/** A hex dump of `hex` digits whose first byte has the address `base`, as lines. */
export function dump(hex: string, base: number): string[] {
  const lines: string[] = [];
  for (let at = 0; at < hex.length; at += 32) {
    const pairs = hex.slice(at, at + 32).match(/../g) ?? [];
    const text = pairs.map((pair) => {
      const code = parseInt(pair, 16);
      return code >= 32 && code < 127 ? String.fromCharCode(code) : ".";
    });
    lines.push(`${(base + at / 2).toString(16).padStart(8, "0")}  ${pairs.join(" ").padEnd(47)}  ${text.join("")}`);
  }
  return lines;
}

/** A key of a document in words: `address_space` is `address space`. */
export const words = (key: string): string => key.replaceAll("_", " ");

/** A value of a document as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, inner]) => `${words(key)} ${valueText(inner)}`)
      .join(", ");
  return typeof value === "string" ? words(value) : String(value);
}
