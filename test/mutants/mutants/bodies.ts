import { gunzipSync } from 'node:zlib';
import { parse as parseLoose } from 'jsonc-parser';
import { correct } from '../model/correct.ts';
import { invalid, isRefusal, type Refusal, refuse } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { lenient } from './altered-response.ts';

const parseLeniently = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** Ignores the fields that `keep` does not accept. */
function keepingFields(keep: (name: string) => boolean): Mutant['overrides'] {
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
    overrides: lenient((bytes) => {
      const value: unknown = parseLoose(bytes.toString(), [], { allowTrailingComma: true });
      return value;
    }),
  },
  {
    name: 'reads malformed JSON as an empty object',
    killedBy: 'bodies/malformed-json',
    overrides: lenient(() => ({})),
  },
  {
    name: 'ignores a byte order mark',
    killedBy: 'bodies/invalid-utf-8',
    overrides: lenient((bytes) => JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))),
  },
  { name: 'repairs invalid UTF-8', killedBy: 'bodies/invalid-utf-8', overrides: lenient(parseLeniently) },
  {
    name: 'accepts a lone surrogate',
    killedBy: 'bodies/invalid-characters',
    overrides: { ...lenient(parseLeniently), checkGenerate: () => ({}) },
  },
  {
    name: 'uses the last of two fields',
    killedBy: 'bodies/duplicate-field',
    overrides: lenient(parseLeniently),
  },
  {
    name: 'uses the last of two passwords',
    killedBy: 'bodies/duplicate-password',
    overrides: lenient(parseLeniently),
  },
  {
    name: 'validates a body with too many levels',
    killedBy: 'bodies/nesting-depth',
    overrides: lenient(parseLeniently),
  },
  {
    name: 'reads an empty body as an empty object',
    killedBy: 'bodies/empty-body',
    overrides: {
      readBody: (world, request, route) =>
        request.body.length === 0 ? { value: {} } : correct.readBody(world, request, route),
    },
  },
  {
    name: 'rejects escaped names',
    killedBy: 'bodies/valid-json',
    overrides: {
      readJson: (bytes) =>
        bytes.includes('\\u0065') ? refuse('malformed_request') : correct.readJson(bytes),
    },
  },
  {
    name: 'ignores unknown fields',
    killedBy: 'bodies/unknown-field-in-generate',
    overrides: keepingFields((name) => ['description', 'identity', 'password', 'otp'].includes(name)),
  },
  {
    name: 'ignores a misspelled code',
    killedBy: 'bodies/unknown-field-in-login',
    overrides: keepingFields((name) => name !== 'opt'),
  },
  {
    name: 'merges a body into an object',
    killedBy: 'bodies/prototype-fields',
    overrides: {
      readJson: (bytes) => {
        const read = correct.readJson(bytes);
        return isRefusal(read) ? read : { value: merge(read.value) };
      },
    },
  },
  {
    name: 'reads a list as an object',
    killedBy: 'bodies/must-be-an-object',
    overrides: { checkGenerate: (value) => (Array.isArray(value) ? {} : correct.checkGenerate(value)) },
  },
  {
    name: 'reads a password from a list',
    killedBy: 'bodies/credentials-must-be-strings',
    overrides: {
      checkLogin: (value) => {
        const fields = Object.entries(Object(value)).map(([name, field]) => [name, [field].flat().join()]);
        return correct.checkLogin(Object.fromEntries(fields));
      },
    },
  },
  {
    name: 'ignores the content type',
    killedBy: 'bodies/other-media-types-are-415',
    overrides: {
      checkMedia: (_world, request) =>
        request.header('content-encoding') === undefined ? undefined : refuse('unsupported_media_type'),
    },
  },
  {
    name: 'accepts a type that starts like JSON',
    killedBy: 'bodies/other-media-types-are-415',
    overrides: {
      checkMedia: (world, request) =>
        request.header('content-type')?.startsWith('application/json')
          ? undefined
          : correct.checkMedia(world, request),
    },
  },
  {
    name: 'unpacks compressed bodies',
    killedBy: 'bodies/compressed-body-is-415',
    overrides: {
      checkMedia: (world, request) =>
        request.header('content-encoding') === 'gzip' ? undefined : correct.checkMedia(world, request),
      readJson: (bytes) => correct.readJson(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes),
    },
  },
  {
    name: 'requires a charset',
    killedBy: 'bodies/json-is-accepted',
    overrides: {
      checkMedia: (world, request) =>
        request.header('content-type') === 'application/json'
          ? refuse('unsupported_media_type')
          : correct.checkMedia(world, request),
    },
  },
  {
    name: 'requires a charset to generate a key',
    killedBy: 'bodies/json-is-accepted',
    overrides: {
      checkMedia: (world, request) =>
        request.path.endsWith('/generate') && request.header('content-type') === 'application/json'
          ? refuse('unsupported_media_type')
          : correct.checkMedia(world, request),
    },
  },
  {
    name: 'accepts the content type in one spelling only',
    killedBy: 'bodies/media-type-ignores-case',
    overrides: {
      checkMedia: (world, request) =>
        /[A-Z]/.test(request.header('content-type') ?? '')
          ? refuse('unsupported_media_type')
          : correct.checkMedia(world, request),
    },
  },
  {
    name: 'requires a length',
    killedBy: 'bodies/chunked-body',
    overrides: {
      checkMedia: (world, request) =>
        request.header('content-length') === undefined
          ? refuse('malformed_request')
          : correct.checkMedia(world, request),
    },
  },
  {
    name: 'reads only the first part of a request',
    killedBy: 'bodies/body-in-parts',
    overrides: { proxy: firstPieceOnly() },
  },
  {
    name: 'names another field in a validation error',
    killedBy: 'bodies/error-names-the-field',
    overrides: {
      checkLogin: (value) => {
        const checked = correct.checkLogin(value);
        return isRefusal(checked) ? invalid('/body/otp', 'type', 'must be a string') : checked;
      },
    },
  },
  ...mutantsOf('bodies/invalid-value-is-not-repeated', {
    'repeats an invalid identity': {
      checkLogin: (value) => repeating(correct.checkLogin(value), value, 'identity'),
    },
    'repeats an invalid description': {
      checkGenerate: (value) => repeating(correct.checkGenerate(value), value, 'description'),
    },
    'repeats the value of an unknown field': {
      checkGenerate: (value) => repeating(correct.checkGenerate(value), value, 'unknown'),
    },
  }),
  {
    name: 'rejects expectations',
    killedBy: 'bodies/expect-100-continue',
    overrides: {
      checkMedia: (world, request) =>
        request.header('expect') === undefined
          ? correct.checkMedia(world, request)
          : refuse('malformed_request'),
    },
  },
];

/** The refusal of a field, with its value. */
function repeating<Checked extends object>(
  checked: Checked | Refusal,
  value: unknown,
  name: string,
): Checked | Refusal {
  const given: unknown = Object(value)[name];
  return isRefusal(checked) && given !== undefined
    ? invalid(`/body/${name}`, 'pattern', `is invalid: ${JSON.stringify(given)}`)
    : checked;
}

function merge(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const merged = {};
  for (const [name, field] of Object.entries(value))
    Object.assign(merged, name === '__proto__' ? field : { [name]: field });
  return merged;
}

// Fills an incomplete body with spaces.
function firstPieceOnly(): (text: string) => string {
  return (text) => {
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const end = text.indexOf('\r\n\r\n');
    return end < 0 || length > 16_384 || text.length - end - 4 >= length
      ? text
      : text + ' '.repeat(length - (text.length - end - 4));
  };
}
