const lineWidth = 70;

/** A value in JavaScript and TypeScript: on one line if it is short, otherwise with a line per field. */
export function scriptLiteral(value: unknown, width = lineWidth): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : scriptLiteral(name)}: ${scriptLiteral(field)}`,
  );
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= width ? line : `{\n${fields.map((field) => `${indent(field)},\n`).join('')}}`;
}

export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
