import { gunzipSync } from 'node:zlib';
import { parse as parseLoose } from 'jsonc-parser';
import { reading } from '../credentials.ts';
import {
  type Behaviour,
  invalid,
  isRefusal,
  type ModelRequest,
  type Refusal,
  refuse,
} from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants } from '../mutant.ts';
import { insteadOf } from '../overrides.ts';

/** Reads JSON that the correct server rejects. */
function lenient(read: (text: string) => unknown = JSON.parse): Partial<Behaviour> {
  return {
    readJson: (bytes) => {
      const strict = correct.readJson(bytes);
      if (!isRefusal(strict)) return strict;
      try {
        return { value: read(bytes.toString()) };
      } catch {
        return strict;
      }
    },
  };
}

/** Rejects the media type, or the framing, of some requests that have a body. */
function rejectingBodies(
  which: (request: ModelRequest) => boolean,
  reason: Refusal['reason'] = 'unsupported_media_type',
): Partial<Behaviour> {
  return {
    checkMedia: (state, request) =>
      which(request) ? refuse(reason) : correct.checkMedia(state, request),
  };
}

function acceptingTypes(
  which: (type: string, coding: string | undefined) => boolean,
): Partial<Behaviour> {
  return {
    checkMedia: (state, request) =>
      which(request.header('content-type') ?? '', request.header('content-encoding'))
        ? undefined
        : correct.checkMedia(state, request),
  };
}

const keepingFields = (keep: (name: string) => boolean) =>
  reading((body) => Object.fromEntries(Object.entries(body).filter(([name]) => keep(name))));

export const bodyMutants: Mutants = {
  'bodies/malformed-json: reads JSON with comments and commas': lenient((text) =>
    parseLoose(text, [], { allowTrailingComma: true }),
  ),
  'bodies/invalid-utf-8: ignores a byte order mark': lenient((text) =>
    JSON.parse(text.replace(/^\uFEFF/, '')),
  ),
  'bodies/invalid-utf-8: repairs invalid UTF-8': lenient(),
  'bodies/invalid-characters: accepts a lone surrogate': {
    ...lenient(),
    checkGenerate: () => ({}),
  },
  'bodies/duplicate-field: uses the last of two fields': lenient(),
  'bodies/duplicate-password: uses the last of two passwords': lenient(),
  'bodies/nesting-depth: validates a body with too many levels': lenient(),
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
  'bodies/unknown-field-in-login: ignores a misspelled code': keepingFields(
    (name) => name !== 'opt',
  ),
  'bodies/prototype-fields: merges a body into an object': reading(
    ({ ['__proto__']: inherited, ...body }) => Object.assign(body, inherited),
  ),
  'bodies/must-be-an-object: reads a list as an object': {
    checkGenerate: (value) => (Array.isArray(value) ? {} : correct.checkGenerate(value)),
  },
  'bodies/credentials-must-be-strings: reads a password from a list': reading((body) =>
    Object.fromEntries(Object.entries(body).map(([name, field]) => [name, [field].flat().join()])),
  ),
  'bodies/other-media-types-are-415: ignores the content type': acceptingTypes(
    (_type, coding) => coding === undefined,
  ),
  'bodies/other-media-types-are-415: accepts a type that starts like JSON': acceptingTypes((type) =>
    type.startsWith('application/json'),
  ),
  'bodies/compressed-body-is-415: unpacks compressed bodies': {
    ...acceptingTypes((_type, coding) => coding === 'gzip'),
    readJson: (bytes) => correct.readJson(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes),
  },
  'bodies/json-is-accepted: requires a charset': rejectingBodies(
    ({ header }) => header('content-type') === 'application/json',
  ),
  'bodies/media-type-ignores-case: accepts the content type in one spelling only': rejectingBodies(
    ({ header }) => /[A-Z]/.test(header('content-type') ?? ''),
  ),
  'bodies/chunked-body: requires a length': rejectingBodies(
    ({ header }) => header('content-length') === undefined,
    'malformed_request',
  ),
  'bodies/chunked-body: throws a chunked body away': insteadOf(
    ({ header }) => header('transfer-encoding') !== undefined,
    (state, request) => correct.respond(state, { ...request, body: Buffer.alloc(0) }),
  ),
  'bodies/body-in-parts: reads only the first part of a request': { proxy: firstPieceOnly },
  'bodies/error-names-the-field: names another field in a validation error': {
    checkLogin: (value) => {
      const checked = correct.checkLogin(value);
      return isRefusal(checked) ? invalid('/body/otp', 'type', 'must be a string') : checked;
    },
  },
  'bodies/invalid-value-is-not-repeated: repeats an invalid identity': {
    checkLogin: (value) => {
      const checked = correct.checkLogin(value);
      const { identity } = Object(value);
      return isRefusal(checked) && identity !== undefined
        ? invalid('/body/identity', 'pattern', `is invalid: ${JSON.stringify(identity)}`)
        : checked;
    },
  },
  'bodies/expect-100-continue: rejects expectations': rejectingBodies(
    ({ header }) => header('expect') !== undefined,
    'malformed_request',
  ),
};

// Fills an incomplete body with spaces.
function firstPieceOnly(text: string): string {
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const end = text.indexOf('\r\n\r\n');
  return end < 0 || length > 16_384 || text.length - end - 4 >= length
    ? text
    : text + ' '.repeat(length - (text.length - end - 4));
}
