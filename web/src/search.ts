// What a query means: words in names and arguments, the start of a hash, or /a regular expression/.

export interface Searched {
  /** The names, in lower case. */
  lower: string[];
  name: string[];
  /** For each function the number of its text in `argumentText`; null as long as arguments are not known. */
  argumentRows: number[] | null;
  argumentText: string[];
  hashOf: (row: number) => string;
}

export type Matcher = { matches: (row: number) => boolean } | { problem: string };

export function matcher(query: string, data: Searched): Matcher {
  const pattern = /^\/(.*)\/(i?)$/s.exec(query);
  if (pattern !== null) {
    let expression: RegExp;
    try {
      expression = new RegExp(pattern[1] ?? "", "iu");
    } catch (error) {
      return { problem: whatIsWrong(error) };
    }
    return { matches: (row) => expression.test(data.name[row] ?? "") };
  }
  const wanted = query.toLowerCase();
  const inArguments = data.argumentText.map((text) => text.includes(wanted));
  const rows = data.argumentRows;
  const isHash = /^[0-9a-f]{6,64}$/.test(wanted);
  return {
    matches: (row) =>
      (data.lower[row] ?? "").includes(wanted) ||
      (rows !== null && inArguments[rows[row] ?? -1] === true) ||
      (isHash && data.hashOf(row).startsWith(wanted)),
  };
}

function whatIsWrong(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `Not a regular expression: ${text.replace(/^Invalid regular expression: /, "")}`;
}
