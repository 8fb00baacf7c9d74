import { plain, type Secrets, type Segment } from '../secrets.ts';

/** A body as the journal shows it: JSON on several lines, other text unchanged. */
export function printBody(body: string, secrets: Secrets): Segment[] {
  const value = parse(body);
  return value === undefined ? secrets.part(body) : printJson(value, secrets, '\n');
}

/**
 * JSON in segments. `newline` starts every line and grows with the indentation. Without it everything is on one line.
 */
export function printJson(value: unknown, secrets: Secrets, newline?: string): Segment[] {
  if (typeof value === 'string') return quoted('string', value, secrets);
  if (typeof value !== 'object' || value === null) return [{ kind: 'literal', text: JSON.stringify(value) }];
  const inner = newline === undefined ? undefined : `${newline}  `;
  const items = Array.isArray(value)
    ? value.map((item) => printJson(item, secrets, inner))
    : Object.entries(value).map(([name, field]) => [
        ...quoted('name', name, secrets),
        plain(newline === undefined ? ':' : ': '),
        ...(secrets.isSecret(name) ? hidden(name, field) : printJson(field, secrets, inner)),
      ]);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return [plain(`${open}${close}`)];
  return [
    plain(`${open}${inner ?? ''}`),
    ...items.flatMap((item, index) => (index === 0 ? item : [plain(`,${inner ?? ''}`), ...item])),
    plain(`${newline ?? ''}${close}`),
  ];
}

function quoted(kind: 'name' | 'string', text: string, secrets: Secrets): Segment[] {
  const parts = secrets.part(text);
  if (parts.every((part) => part.kind !== 'secret')) return [{ kind, text: JSON.stringify(text) }];
  const escaped = parts.map((part) =>
    part.kind === 'secret' ? part : plain(JSON.stringify(part.text).slice(1, -1)),
  );
  return [plain('"'), ...escaped, plain('"')];
}

function hidden(name: string, value: unknown): Segment[] {
  return typeof value === 'string'
    ? [plain('"'), { kind: 'secret', name, value }, plain('"')]
    : [{ kind: 'secret', name, value: JSON.stringify(value) }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
