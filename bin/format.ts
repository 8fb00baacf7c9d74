export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function toDay(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : new Date(milliseconds).toISOString().slice(0, 10);
}

/**
 * Formats a value for `--json`: names in snake_case, times (`at` and names that end in `At`, in milliseconds since 1970) in the format of
 * RFC 3339, and `null` for `undefined`, so that every field is always present.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(toWire(value), undefined, 2);
}

/** The same on one line, for commands that write several values. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(toWire(value));
}

function toWire(value: unknown, name = ''): unknown {
  if (value === undefined) return null;
  if (typeof value === 'number' && /(^a|A)t$/.test(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((item) => toWire(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => [toSnakeCase(field), toWire(content, field)]),
  );
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
}
