import { contract } from './embedded-contract.ts';

/** A piece of a text: shown as it is, or hidden until the reader reveals it. */
export type Segment =
  | { readonly kind: 'plain' | 'name' | 'string' | 'literal'; readonly text: string }
  | { readonly kind: 'secret'; readonly name: string; readonly value: string };

export const plain = (text: string): Segment => ({ kind: 'plain', text });

// A shorter value would be found by chance in unrelated text.
const shortestKnown = 6;

// A shorter value only counts as a whole word: six digits are part of many numbers.
const shortestAnywhere = 16;

export type Secrets = ReturnType<typeof createSecrets>;

/** What the page must hide: fields that the contract marks, values of their form, and values in requests and responses. */
export function createSecrets() {
  const names = new Set(contract.secretNames);
  const known = new Map<string, string>();
  const alternatives = contract.secretNames.join('|');
  // For incomplete or invalid JSON: the text after the name of a secret field, up to its end.
  const secretFields = `(?<="(?:${alternatives})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)+`;

  function pattern(): RegExp {
    // The longest first: one secret may start with another.
    const values = [...known.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map((value) =>
        value.length < shortestAnywhere ? `(?<!\\w)${literally(value)}(?!\\w)` : literally(value),
      );
    return new RegExp([...values, secretFields, ...contract.secretPatterns].join('|'), 'g');
  }

  return {
    isSecret: (name: string) => names.has(name),
    learn: (name: string, value: string) => {
      if (value.length >= shortestKnown) known.set(value, name);
    },
    forget: () => known.clear(),
    part: (text: string): Segment[] => {
      const segments: Segment[] = [];
      let end = 0;
      for (const { 0: value, index } of text.matchAll(pattern())) {
        if (index > end) segments.push(plain(text.slice(end, index)));
        segments.push({ kind: 'secret', name: known.get(value) ?? 'secret', value });
        end = index + value.length;
      }
      if (end < text.length) segments.push(plain(text.slice(end)));
      return segments;
    },
  };
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function learnFrom(body: string | undefined, secrets: Secrets): void {
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, field] of Object.entries(value)) {
      if (typeof field === 'string' && secrets.isSecret(name)) secrets.learn(name, field);
      walk(field);
    }
  };
  try {
    walk(JSON.parse(body ?? 'null'));
  } catch {
    // Not JSON: `part` still finds the text after the name of a secret field.
  }
}
