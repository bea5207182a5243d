// A unified difference as two columns of equal length.

export function sides(lines: string[]): { old: string[]; now: string[] } {
  const old: string[] = [];
  const now: string[] = [];
  const level = (): void => {
    while (old.length < now.length) old.push("");
    while (now.length < old.length) now.push("");
  };
  for (const line of lines) {
    if (line.startsWith("-")) old.push(line);
    else if (line.startsWith("+")) now.push(line);
    else {
      level();
      old.push(line);
      now.push(line);
    }
  }
  level();
  return { old, now };
}
