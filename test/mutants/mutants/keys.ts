import { createHash, hash } from 'node:crypto';
import { keysAsBearer, reading, withKey } from '../credentials.ts';
import { type Behaviour, invalid, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { each, type Mutants } from '../mutant.ts';
import { rejecting, withKeyData } from '../overrides.ts';

/** Changes a description before the server validates, stores and returns it. */
const readingDescription = (read: (description: unknown) => unknown) =>
  reading((body) =>
    'description' in body ? { ...body, description: read(body.description) } : body,
  );

const readingText = (read: (description: string) => string) =>
  readingDescription((description) =>
    typeof description === 'string' ? read(description) : description,
  );

function rejectingDescriptions(which: (description: string) => boolean): Partial<Behaviour> {
  return {
    checkGenerate: (value) => {
      const body = correct.checkGenerate(value);
      if (isRefusal(body) || !which(body.description ?? '')) return body;
      return invalid('/body/description', 'pattern', 'has the wrong form');
    },
  };
}

const acceptingAnyDescription: Partial<Behaviour> = {
  checkGenerate: (value) => ({ description: String(Object(value).description ?? '') }),
};

export const keyMutants: Mutants = {
  'keys/returns-a-key: returns the key under another name': withKeyData(({ api_key }) => ({
    api_key: undefined,
    key: api_key,
  })),
  'keys/result-is-complete: returns no time': withKeyData({ created_at: undefined }),
  'keys/result-is-complete: returns an empty note': withKeyData({ note: '' }),
  'keys/returns-the-key-id: returns no id': withKeyData({ id: undefined }),
  'keys/key-format: returns a key in another format': withKey(() => ({
    secret: crypto.randomUUID(),
  })),
  'keys/key-format: returns an id in another format': withKey(() => ({ id: crypto.randomUUID() })),
  'keys/key-prefix: returns the end of the key as its prefix': withKeyData(({ api_key }) => ({
    key_prefix: String(api_key).slice(-12),
  })),
  'keys/creation-time: returns a local time': withKeyData(({ created_at }) => ({
    created_at: String(created_at).replace('Z', ''),
  })),
  'keys/creation-time: returns a time two hours ahead': withKeyData(() => ({
    created_at: new Date(Date.now() + 7_200_000).toISOString(),
  })),
  'keys/later-key-has-a-later-time: counts time down': withKeyData((_data, { createdAt }) => ({
    created_at: new Date(2 * Date.UTC(2026, 0, 1, 12) - createdAt).toISOString(),
  })),
  'keys/revoked-id-is-not-used-again: uses the lowest free number as the id': {
    newKey: (state, owner, description) => {
      let number = 1;
      const idOf = () => `key_${String(number).padStart(22, '0')}`;
      while (state.keys.has(idOf()) && state.keys.get(idOf())?.revokedAt === undefined) number += 1;
      return { ...correct.newKey(state, owner, description), id: idOf() };
    },
  },
  'keys/id-does-not-contain-the-key: returns the key as the id': withKey(({ secret }) => ({
    id: secret,
  })),
  'keys/key-is-not-a-bearer-token: accepts a key as a token': keysAsBearer(() => true),
  'keys/key-as-bearer-is-401: returns 404 for a key as bearer token': rejecting(
    ({ header }) => header('authorization')?.includes('aak_') === true,
    'not_found',
  ),
  'keys/keys-are-unique: returns the same key twice': withKey((_key, count) => ({
    secret: `aak_${String(Math.floor(count / 2)).padStart(49, '7')}`,
  })),
  'keys/keys-are-unique: returns the same keys to each user': {
    newKey: (state, owner, description) => {
      const count = [...state.keys.values()].filter((key) => key.owner === owner).length;
      const secret = `aak_${createHash('sha256').update(String(count)).digest('hex')}`;
      return { ...correct.newKey(state, owner, description), secret };
    },
  },
  'keys/keys-are-unique: repeats its response to an equal request without a header': {
    idempotencyKeyOf: (request) => correct.idempotencyKeyOf(request) ?? request.body.toString(),
  },
  'keys/ids-are-unique: uses an id for two keys': withKey((_key, count) => ({
    id: `key_${String(Math.floor(count / 2)).padStart(22, '0')}`,
  })),
  'keys/ids-are-unique: returns one id for all keys, where the profile says': {
    ...withKeyData({ ref: 'k1' }),
    run: { options: { profile: { keyId: '/data/ref' } } },
  },
  'keys/keys-are-unpredictable: hashes a counter': withKey((_key, count) => ({
    secret: `aak_${hash('sha256', `${count}`)}`,
  })),
  'keys/keys-are-unpredictable: counts keys up': withKey((_key, count) => ({
    secret: `aak_${String(count).padStart(49, '0')}`,
  })),
  'keys/keys-contain-no-known-text: returns a key that contains the identity': withKey(
    ({ owner }, count) => ({
      secret: `aak_${Buffer.from(`${owner.identity}:${count}:${Math.random()}`).toString('base64url')}`,
    }),
  ),

  'keys/description-is-optional: requires a description': {
    checkGenerate: (value) =>
      Object(value).description === undefined
        ? invalid('/body/description', 'required', 'is required')
        : correct.checkGenerate(value),
  },
  'keys/body-is-optional: requires a body': {
    readBody: (state, request, route) =>
      request.body.length === 0
        ? refuse('malformed_request')
        : correct.readBody(state, request, route),
  },
  'keys/body-is-optional: rejects a content type without a body': rejecting(
    ({ body, header }) => body.length === 0 && header('content-type') !== undefined,
    'malformed_request',
  ),
  ...each(rejectingDescriptions, {
    'keys/description-accepts-any-script: counts UTF-16 units': (text) => text.length > 255,
    'keys/description-accepts-any-script: accepts only ASCII': (text) => /[^ -~]/.test(text),
  }),
  'keys/description-limits: accepts any description': acceptingAnyDescription,
  'keys/description-limits: removes control characters': readingText((text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the mutant removes them.
    text.replaceAll(/[\u0000-\u001F\u0085]/g, ''),
  ),
  'keys/description-must-be-a-string: converts any value to a string': acceptingAnyDescription,
  'keys/description-must-be-a-string: reads null as no description': readingDescription(
    (text) => text ?? '',
  ),
  'keys/description-is-unchanged: trims descriptions': readingText((text) => text.trim()),
  'keys/description-is-unchanged: composes characters': readingText((text) =>
    text.normalize('NFC'),
  ),
};
