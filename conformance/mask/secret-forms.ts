/** A text in which a server, a shell command or a report may contain a secret. */
export interface SecretForm {
  readonly form: 'plain' | 'json' | 'percent' | 'base64' | 'hex';
  readonly text: string;
}

export interface KnownSecret {
  readonly name: string;
  readonly value: string;
  readonly forms: readonly SecretForm[];
}

/** In shorter values, the text of these forms would also occur by chance. */
const shortestEncoded = 8;

/** Every form of a value, the plain one first. */
export function formsOf(value: string): readonly SecretForm[] {
  const bytes = Buffer.from(value);
  const forms: SecretForm[] = [
    { form: 'plain', text: value },
    { form: 'json', text: JSON.stringify(value).slice(1, -1) },
    // Some encoders escape the slash, many others everything beyond ASCII.
    { form: 'json', text: JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/') },
    { form: 'json', text: asciiJson(value) },
    { form: 'percent', text: percent(value) },
    { form: 'percent', text: [...bytes].map((byte) => `%${hex(byte)}`).join('') },
  ];
  if (value.length >= shortestEncoded) {
    for (const offset of [0, 1, 2]) {
      const text = base64Core(bytes, offset);
      forms.push({ form: 'base64', text });
      forms.push({ form: 'base64', text: text.replaceAll('+', '-').replaceAll('/', '_') });
    }
    forms.push({ form: 'hex', text: bytes.toString('hex') });
    forms.push({ form: 'hex', text: bytes.toString('hex').toUpperCase() });
  }
  return forms.filter(({ text }, at) => forms.findIndex((other) => other.text === text) === at);
}

// The part of the base64 text that does not depend on what comes before and after the value.
function base64Core(bytes: Buffer, offset: number): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = offset === 0 ? 0 : offset + 1;
  const loose = (bytes.length + offset) % 3;
  return shifted.slice(start, loose === 0 ? undefined : -1);
}

function asciiJson(value: string): string {
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function percent(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no percent form.
    return value;
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
