export interface Found {
  /** The secret's name, `ACCESS_TOKEN`. */
  readonly name: string;
  readonly form: 'plain' | 'json' | 'percent' | 'base64' | 'hex';
}

/** Every secret that was sent or received. A value that was not remembered is neither found nor masked. */
export interface Secrets {
  /**
   * Remembers a value under a name such as `PASSWORD`, and returns its name. The same value keeps its first name. Another
   * value of that name becomes `PASSWORD_2`. Values shorter than four characters are not remembered. Those shorter than
   * eight (`OTP`) are masked but not searched for, since they also occur by chance.
   */
  remember(name: string, value: string): string;
  /** The secrets in these bytes, in any form in which a server may leak them. */
  find(bytes: Uint8Array | string): readonly Found[];
  /** The text with each secret, or a long part of one, replaced by `$NAME`. */
  mask(text: string): string;
  names(): readonly string[];
  valueOf(name: string): string | undefined;
}

interface KnownSecret {
  readonly name: string;
  readonly value: string;
  readonly forms: readonly { readonly form: Found['form']; readonly text: string }[];
}

const shortestRemembered = 4;
const shortestSearched = 8;
/** A part of a secret this long is masked even when the remainder is missing. */
const shortestPart = 12;
const block = shortestPart / 2;

export function createSecrets(): Secrets {
  const byValue = new Map<string, KnownSecret>();
  const byName = new Map<string, KnownSecret>();
  let longestFirst: readonly KnownSecret[] = [];

  return {
    remember: (name, value) => {
      if (value.length < shortestRemembered) return name;
      const existing = byValue.get(value);
      if (existing) return existing.name;
      let free = name;
      for (let n = 2; byName.has(free); n += 1) free = `${name}_${n}`;
      const known: KnownSecret = { name: free, value, forms: formsOf(value) };
      byValue.set(value, known);
      byName.set(free, known);
      longestFirst = [...byValue.values()].sort((a, b) => b.value.length - a.value.length);
      return free;
    },
    find: (bytes) => {
      const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
      const found: Found[] = [];
      for (const { name, value, forms } of longestFirst) {
        if (value.length < shortestSearched) continue;
        const form = forms.find((candidate) => text.includes(candidate.text));
        if (form) found.push({ name, form: form.form });
      }
      return found;
    },
    mask: (text) => {
      let masked = text;
      for (const { name, forms } of longestFirst) {
        for (const form of forms) {
          if (form.text.length >= shortestRemembered) masked = masked.replaceAll(form.text, `$${name}`);
        }
      }
      for (const { name, value } of longestFirst) masked = maskParts(masked, name, value);
      return masked;
    },
    names: () => [...byName.keys()],
    valueOf: (name) => byName.get(name)?.value,
  };
}

function formsOf(value: string): KnownSecret['forms'] {
  const bytes = Buffer.from(value);
  const forms: { form: Found['form']; text: string }[] = [
    { form: 'plain', text: value },
    { form: 'json', text: JSON.stringify(value).slice(1, -1) },
    // Some encoders escape the slash, many others everything beyond ASCII.
    { form: 'json', text: JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/') },
    { form: 'json', text: asciiJson(value) },
    { form: 'percent', text: percent(value) },
    { form: 'percent', text: [...bytes].map((byte) => `%${hex(byte)}`).join('') },
  ];
  if (value.length >= shortestSearched) {
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

function maskParts(text: string, name: string, value: string): string {
  if (value.length < shortestPart * 2 || !mayHavePart(text, value)) return text;
  let masked = text;
  for (let at = 0; at + shortestPart <= value.length; at += 1) {
    const part = value.slice(at, at + shortestPart);
    let found = masked.indexOf(part);
    while (found >= 0) {
      let length = shortestPart;
      while (at + length < value.length && masked[found + length] === value[at + length]) length += 1;
      const replacement = `\${${name}:${at}:${length}}`;
      masked = masked.slice(0, found) + replacement + masked.slice(found + length);
      found = masked.indexOf(part, found + replacement.length);
    }
  }
  return masked;
}

// Every part contains one of these blocks whole. Most texts contain none, so this test avoids the search.
function mayHavePart(text: string, value: string): boolean {
  for (let at = 0; at + block <= value.length; at += block)
    if (text.includes(value.slice(at, at + block))) return true;
  return false;
}
