import { contract } from './contract.ts';
import { plain, type Segment } from './segments.ts';

// A shorter one would be found by chance, in texts that have nothing to do with it.
const shortestKnown = 6;

// Up to here it counts only as a word of its own: six digits are part of many a number.
const shortestAnywhere = 16;

/** What must not be seen: by the contract's marks, by the forms it gives to secrets, and by what was sent and answered. */
export interface Secrets {
  isSecret(name: string): boolean;
  /** Hides this value from now on wherever it turns up. */
  learn(name: string, value: string): void;
  forget(): void;
  /** Any text, parted into what may be seen and what not. */
  part(text: string): Segment[];
}

export function createSecrets(): Secrets {
  const names = new Set(contract.secretNames);
  const known = new Map<string, string>();
  const alternatives = contract.secretNames.join('|');
  // For JSON that was cut short or is no JSON: what follows the name of a secret, to wherever it ends.
  const members = `(?<="(?:${alternatives})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)+`;

  function pattern(): RegExp {
    // The longest first: one secret may begin like another.
    const values = [...known.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map((value) =>
        value.length < shortestAnywhere ? `(?<!\\w)${literally(value)}(?!\\w)` : literally(value),
      );
    return new RegExp([...values, members, ...contract.secretForms].join('|'), 'g');
  }

  return {
    isSecret: (name) => names.has(name),
    learn: (name, value) => {
      if (value.length >= shortestKnown) known.set(value, name);
    },
    forget: () => known.clear(),
    part: (text) => {
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

/** Learns every secret of a body, whatever the depth. Text that is no JSON has none to learn. */
export function learnFrom(body: string | undefined, secrets: Secrets): void {
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && secrets.isSecret(name)) secrets.learn(name, member);
      walk(member);
    }
  };
  try {
    walk(JSON.parse(body ?? 'null'));
  } catch {
    // Then `part` finds what stands behind the names of secrets.
  }
}
