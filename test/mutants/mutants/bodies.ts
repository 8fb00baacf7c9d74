import { gunzipSync } from 'node:zlib';
import { parse as parseLoose } from 'jsonc-parser';
import { invalid, isRefusal, type Refusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { lenient } from '../overrides.ts';

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
  ...mutants({
    'bodies/malformed-json: reads JSON with comments and commas': lenient((bytes) => {
      const value: unknown = parseLoose(bytes.toString(), [], { allowTrailingComma: true });
      return value;
    }),
    'bodies/invalid-utf-8: ignores a byte order mark': lenient((bytes) =>
      JSON.parse(bytes.toString().replace(/^\uFEFF/, '')),
    ),
    'bodies/invalid-utf-8: repairs invalid UTF-8': lenient(parseLeniently),
    'bodies/invalid-characters: accepts a lone surrogate': {
      ...lenient(parseLeniently),
      checkGenerate: () => ({}),
    },
    'bodies/duplicate-field: uses the last of two fields': lenient(parseLeniently),
    'bodies/duplicate-password: uses the last of two passwords': lenient(parseLeniently),
    'bodies/nesting-depth: validates a body with too many levels': lenient(parseLeniently),
    'bodies/empty-body: reads an empty body as an empty object': {
      readBody: (state, request, route) =>
        request.body.length === 0 ? { value: {} } : correct.readBody(state, request, route),
    },
    'bodies/valid-json: rejects escaped names': {
      readJson: (bytes) =>
        bytes.includes('\\u0065') ? refuse('malformed_request') : correct.readJson(bytes),
    },
    'bodies/unknown-field-in-generate: ignores unknown fields': keepingFields((name) =>
      ['description', 'identity', 'password', 'otp'].includes(name),
    ),
    'bodies/unknown-field-in-login: ignores a misspelled code': keepingFields((name) => name !== 'opt'),
    'bodies/prototype-fields: merges a body into an object': {
      readJson: (bytes) => {
        const read = correct.readJson(bytes);
        return isRefusal(read) ? read : { value: merge(read.value) };
      },
    },
    'bodies/must-be-an-object: reads a list as an object': {
      checkGenerate: (value) => (Array.isArray(value) ? {} : correct.checkGenerate(value)),
    },
    'bodies/credentials-must-be-strings: reads a password from a list': {
      checkLogin: (value) => {
        const fields = Object.entries(Object(value)).map(([name, field]) => [name, [field].flat().join()]);
        return correct.checkLogin(Object.fromEntries(fields));
      },
    },
    'bodies/other-media-types-are-415: ignores the content type': {
      checkMedia: (_state, request) =>
        request.header('content-encoding') === undefined ? undefined : refuse('unsupported_media_type'),
    },
    'bodies/other-media-types-are-415: accepts a type that starts like JSON': {
      checkMedia: (state, request) =>
        request.header('content-type')?.startsWith('application/json')
          ? undefined
          : correct.checkMedia(state, request),
    },
    'bodies/compressed-body-is-415: unpacks compressed bodies': {
      checkMedia: (state, request) =>
        request.header('content-encoding') === 'gzip' ? undefined : correct.checkMedia(state, request),
      readJson: (bytes) => correct.readJson(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes),
    },
    'bodies/json-is-accepted: requires a charset': {
      checkMedia: (state, request) =>
        request.header('content-type') === 'application/json'
          ? refuse('unsupported_media_type')
          : correct.checkMedia(state, request),
    },
    'bodies/media-type-ignores-case: accepts the content type in one spelling only': {
      checkMedia: (state, request) =>
        /[A-Z]/.test(request.header('content-type') ?? '')
          ? refuse('unsupported_media_type')
          : correct.checkMedia(state, request),
    },
    'bodies/chunked-body: requires a length': {
      checkMedia: (state, request) =>
        request.header('content-length') === undefined
          ? refuse('malformed_request')
          : correct.checkMedia(state, request),
    },
    'bodies/body-in-parts: reads only the first part of a request': { proxy: firstPieceOnly() },
    'bodies/error-names-the-field: names another field in a validation error': {
      checkLogin: (value) => {
        const checked = correct.checkLogin(value);
        return isRefusal(checked) ? invalid('/body/otp', 'type', 'must be a string') : checked;
      },
    },
    'bodies/invalid-value-is-not-repeated: repeats an invalid identity': {
      checkLogin: (value) => repeating(correct.checkLogin(value), value, 'identity'),
    },
    'bodies/invalid-value-is-not-repeated: repeats the value of an unknown field': {
      checkGenerate: (value) => repeating(correct.checkGenerate(value), value, 'unknown'),
    },
    'bodies/expect-100-continue: rejects expectations': {
      checkMedia: (state, request) =>
        request.header('expect') === undefined
          ? correct.checkMedia(state, request)
          : refuse('malformed_request'),
    },
  }),
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
