export interface Table {
  /** Headings of the columns that hold numbers, which are aligned to the right. */
  readonly numbers: readonly string[];
  /** The first row has the headings. */
  readonly rows: readonly (readonly string[])[];
}

/** A table for a terminal. */
export function formatTable(table: Table): string {
  return cellsOf(table)
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** A table for Markdown, with aligned columns. */
export function markdownTable(table: Table): string {
  const [head = [], ...rest] = cellsOf(table);
  const rule = head.map((cell, column) =>
    isNumber(table, column) ? `${'-'.repeat(cell.length - 1)}:` : '-'.repeat(cell.length),
  );
  return [head, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(table: Table): string[][] {
  const { rows } = table;
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    widths.map((width, column) => {
      const cell = row[column] ?? '';
      return isNumber(table, column) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
}

function isNumber({ rows, numbers }: Table, column: number): boolean {
  return numbers.includes(rows[0]?.[column] ?? '');
}
