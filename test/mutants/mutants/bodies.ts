import { gunzipSync } from 'node:zlib';
import { parse as parseLoose } from 'jsonc-parser';
import { correct } from '../model/behaviour.ts';
import { isRefusal, refuse } from '../model/outcome.ts';
import type { Mutant } from '../mutant.ts';
import { lenient } from './altered-answer.ts';

const loosely = (octets: Buffer): unknown => JSON.parse(octets.toString());

/** Knows a member more than the correct one, or none of them. */
function closedBut(keep: (name: string) => boolean): Mutant['overrides'] {
  const without = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)));
  };
  return {
    checkLogin: (value) => correct.checkLogin(without(value)),
    checkGenerate: (value) => correct.checkGenerate(without(value)),
  };
}

export const bodyMutants: readonly Mutant[] = [
  {
    name: 'reads JSON with comments and commas',
    killedBy: 'bodies/malformed-json',
    overrides: lenient((octets) => {
      const value: unknown = parseLoose(octets.toString(), [], { allowTrailingComma: true });
      return value;
    }),
  },
  {
    name: 'takes what it cannot read for nothing',
    killedBy: 'bodies/malformed-json',
    overrides: lenient(() => ({})),
  },
  {
    name: 'passes over a byte order mark',
    killedBy: 'bodies/invalid-utf-8',
    overrides: lenient((octets) => JSON.parse(octets.toString().replace(/^\uFEFF/, ''))),
  },
  { name: 'mends wrong UTF-8', killedBy: 'bodies/invalid-utf-8', overrides: lenient(loosely) },
  {
    name: 'lets a surrogate stand by itself',
    killedBy: 'bodies/invalid-characters',
    overrides: { ...lenient(loosely), checkGenerate: () => ({}) },
  },
  { name: 'takes the last of two members', killedBy: 'bodies/duplicate-field', overrides: lenient(loosely) },
  {
    name: 'takes the last of two passwords',
    killedBy: 'bodies/duplicate-password',
    overrides: lenient(loosely),
  },
  {
    name: 'validates what is nested too deep',
    killedBy: 'bodies/nesting-depth',
    overrides: lenient(loosely),
  },
  {
    name: 'generates for an empty body',
    killedBy: 'bodies/empty-body',
    overrides: {
      checkMedia: (world, asked) => (asked.body.length === 0 ? undefined : correct.checkMedia(world, asked)),
      readJson: (octets) => (octets.length === 0 ? { value: {} } : correct.readJson(octets)),
    },
  },
  {
    name: 'reads names as they are written, not as they are meant',
    killedBy: 'bodies/valid-json',
    overrides: {
      readJson: (octets) =>
        octets.includes('\\u0065') ? refuse('malformed_request') : correct.readJson(octets),
    },
  },
  {
    name: 'passes over members that it does not know',
    killedBy: 'bodies/unknown-field-in-generate',
    overrides: closedBut((name) => ['description', 'identity', 'password', 'otp'].includes(name)),
  },
  {
    name: 'passes over a misspelt code',
    killedBy: 'bodies/unknown-field-in-login',
    overrides: closedBut((name) => name !== 'opt'),
  },
  {
    name: 'merges a body into an object',
    killedBy: 'bodies/prototype-fields',
    overrides: {
      readJson: (octets) => {
        const read = correct.readJson(octets);
        return isRefusal(read) ? read : { value: merge(read.value) };
      },
    },
  },
  {
    name: 'takes a list for an object',
    killedBy: 'bodies/must-be-an-object',
    overrides: { checkGenerate: (value) => (Array.isArray(value) ? {} : correct.checkGenerate(value)) },
  },
  {
    name: 'unpacks a password from a list',
    killedBy: 'bodies/credentials-must-be-strings',
    overrides: {
      checkLogin: (value) => {
        const members = Object.entries(Object(value)).map(([name, member]) => [name, [member].flat().join()]);
        return correct.checkLogin(Object.fromEntries(members));
      },
    },
  },
  {
    name: 'does not look at the content type',
    killedBy: 'bodies/other-media-types-are-415',
    overrides: {
      checkMedia: (_world, asked) =>
        asked.header('content-encoding') === undefined ? undefined : refuse('unsupported_media_type'),
    },
  },
  {
    name: 'takes whatever begins like JSON',
    killedBy: 'bodies/other-media-types-are-415',
    overrides: {
      checkMedia: (world, asked) =>
        asked.header('content-type')?.startsWith('application/json')
          ? undefined
          : correct.checkMedia(world, asked),
    },
  },
  {
    name: 'unpacks compressed bodies',
    killedBy: 'bodies/compressed-body-is-415',
    overrides: {
      checkMedia: (world, asked) =>
        asked.header('content-encoding') === 'gzip' ? undefined : correct.checkMedia(world, asked),
      readJson: (octets) => correct.readJson(octets[0] === 0x1f ? gunzipSync(octets) : octets),
    },
  },
  {
    name: 'knows the content type in one spelling only',
    killedBy: 'bodies/media-type-ignores-case',
    overrides: {
      checkMedia: (world, asked) =>
        /[A-Z]/.test(asked.header('content-type') ?? '')
          ? refuse('unsupported_media_type')
          : correct.checkMedia(world, asked),
    },
  },
  {
    name: 'demands a length',
    killedBy: 'bodies/chunked-body',
    overrides: {
      checkMedia: (world, asked) =>
        asked.header('content-length') === undefined
          ? refuse('malformed_request')
          : correct.checkMedia(world, asked),
    },
  },
  {
    name: 'looks at the first piece of a request only',
    killedBy: 'bodies/body-in-parts',
    overrides: { front: firstPieceOnly() },
  },
  {
    name: 'refuses expectations',
    killedBy: 'bodies/expect-100-continue',
    overrides: {
      checkMedia: (world, asked) =>
        asked.header('expect') === undefined ? correct.checkMedia(world, asked) : refuse('malformed_request'),
    },
  },
];

function merge(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const merged = {};
  for (const [name, member] of Object.entries(value))
    Object.assign(merged, name === '__proto__' ? member : { [name]: member });
  return merged;
}

// What has a head and lacks some of its body is given the body that fits nothing.
function firstPieceOnly(): (text: string) => string {
  return (text) => {
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const end = text.indexOf('\r\n\r\n');
    return end < 0 || length > 16_384 || text.length - end - 4 >= length
      ? text
      : text + ' '.repeat(length - (text.length - end - 4));
  };
}
