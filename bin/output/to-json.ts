/**
 * A value as `--json` writes it: names as on the wire of the service, times (names that end in `At`, in milliseconds since
 * 1970) as RFC 3339 has them, and `null` for what is not known, so that every field is always present.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(toWire(value), undefined, 2);
}

/** The same on one line, for values that come one after the other. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(toWire(value));
}

function toWire(value: unknown, name = ''): unknown {
  if (value === undefined) return null;
  if (typeof value === 'number' && name.endsWith('At')) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((item) => toWire(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => [toSnakeCase(field), toWire(content, field)]),
  );
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);
}
