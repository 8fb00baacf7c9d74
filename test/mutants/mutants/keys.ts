import { createHash } from 'node:crypto';
import type { Behaviour, Key } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { invalid, isRefusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withKeyData } from './overrides.ts';

function withKey(change: (key: Key, count: number) => Partial<Key>): Partial<Behaviour> {
  let count = 0;
  return {
    newKey: (world, owner, description) => {
      const key = correct.newKey(world, owner, description);
      count += 1;
      return { ...key, ...change(key, count) };
    },
  };
}

/** Changes a description before it is checked, kept and repeated. */
function changeDescription(read: (description: unknown) => unknown): Partial<Behaviour> {
  return {
    checkGenerate: (value) => {
      const body = Object(value);
      const { description, ...others } = body;
      return correct.checkGenerate(
        'description' in body ? { ...others, description: read(description) } : others,
      );
    },
  };
}

function rejectDescriptions(refused: (description: string) => boolean): Partial<Behaviour> {
  return {
    checkGenerate: (value) => {
      const body = correct.checkGenerate(value);
      if (isRefusal(body) || !refused(body.description ?? '')) return body;
      return invalid('/body/description', 'pattern', 'has the wrong form');
    },
  };
}

function keysCountedByOwner(): Partial<Behaviour> {
  const counts = new Map<string, number>();
  return withKey(({ owner }) => {
    const count = (counts.get(owner.id) ?? 0) + 1;
    counts.set(owner.id, count);
    return { secret: `aak_${createHash('sha256').update(String(count)).digest('hex')}` };
  });
}

const accepting: Partial<Behaviour> = {
  checkGenerate: (value) => ({ description: String(Object(value).description ?? '') }),
};

export const keyMutants: readonly Mutant[] = [
  ...mutantsOf('keys/returns-a-key', {
    'the key under another name': withKeyData(({ api_key, ...data }) => ({ ...data, key: api_key })),
    'an empty key': withKeyData((data) => ({ ...data, api_key: '' })),
    'no key is generated': { generate: async () => ({ reason: 'key_limit_reached' }) },
  }),
  ...mutantsOf('keys/note-is-a-string', {
    'the note as a list': withKeyData((data) => ({ ...data, note: ['shown once'] })),
    'no note but null': withKeyData((data) => ({ ...data, note: null })),
  }),
  ...mutantsOf('keys/result-is-complete', {
    'no time': withKeyData(({ created_at: _, ...data }) => data),
    'no prefix': withKeyData(({ key_prefix: _, ...data }) => data),
    'no note': withKeyData(({ note: _, ...data }) => data),
  }),
  ...mutantsOf('keys/returns-the-key-id', {
    'no id': withKeyData(({ id: _, ...data }) => data),
  }),
  ...mutantsOf('keys/key-format', {
    'a key of another form': withKey(() => ({ secret: crypto.randomUUID() })),
    'an id of another form': withKey(() => ({ id: crypto.randomUUID() })),
  }),
  ...mutantsOf('keys/key-prefix', {
    'the prefix is the end': withKeyData((data) => ({
      ...data,
      key_prefix: String(data.api_key).slice(-12),
    })),
  }),
  ...mutantsOf('keys/creation-time', {
    'a local time': withKeyData((data) => ({
      ...data,
      created_at: String(data.created_at).replace('Z', ''),
    })),
    seconds: withKeyData((data) => ({ ...data, created_at: String(Math.floor(Date.now() / 1000)) })),
    'a time two hours ahead': withKeyData((data) => ({
      ...data,
      created_at: new Date(Date.now() + 7_200_000).toISOString(),
    })),
  }),
  ...mutantsOf('keys/id-does-not-contain-the-key', {
    'the id is the key': withKey(({ secret }) => ({ id: secret })),
    'the key in the id': withKey(({ secret }) => ({ id: `id-${secret}` })),
  }),
  ...mutantsOf('keys/key-is-not-a-bearer-token', {
    'a key opens': {
      findSession: (world, given) => {
        const key = [...world.keys.values()].find(({ secret }) => secret === given);
        if (key === undefined) return correct.findSession(world, given);
        return { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY };
      },
    },
  }),
  ...mutantsOf('keys/key-as-bearer-is-401', {
    'a key as bearer is unknown': {
      authenticate: (world, request) =>
        request.header('authorization')?.includes('aak_')
          ? { reason: 'not_found' }
          : correct.authenticate(world, request),
    },
  }),
  ...mutantsOf('keys/keys-are-unique', {
    'the same key twice': withKey((_key, count) => ({
      secret: `aak_${String(Math.floor(count / 2)).padStart(49, '7')}`,
    })),
    'one key a description': withKey(({ description = '', owner }) => ({
      secret: `aak_${Buffer.from(`${owner.id}${description}`).toString('hex').slice(0, 90)}`,
    })),
    'the same keys for each user': keysCountedByOwner(),
    'keys of the clock': withKey(() => ({
      secret: `aak_${String(Math.floor(Date.now() / 1000)).padStart(49, '0')}`,
    })),
  }),
  ...mutantsOf('keys/ids-are-unique', {
    'ids of the clock': withKey(() => ({
      id: `key_${String(Math.floor(Date.now() / 1000)).padStart(22, '0')}`,
    })),
  }),
  ...mutantsOf('keys/keys-are-unpredictable', {
    'keys are counted': withKey((_key, count) => ({ secret: `aak_${String(count).padStart(49, '0')}` })),
    'keys are times': withKey((_key, count) => ({
      secret: `aak_${String(process.hrtime.bigint() + BigInt(count)).padStart(49, '0')}`,
    })),
  }),
  ...mutantsOf('keys/keys-contain-no-known-text', {
    'the identity in the key': withKey(({ owner }, count) => ({
      secret: `aak_${Buffer.from(`${owner.identity}:${count}:${Math.random()}`).toString('base64url')}`,
    })),
  }),
  ...mutantsOf('keys/description-is-optional', {
    'a description is demanded': {
      checkGenerate: (value) =>
        Object(value).description === undefined
          ? invalid('/body/description', 'required', 'is required')
          : correct.checkGenerate(value),
    },
  }),
  ...mutantsOf('keys/body-is-required', {
    'no body will do': {
      checkMedia: (world, request) =>
        request.body.length === 0 ? undefined : correct.checkMedia(world, request),
      readJson: (bytes) => (bytes.length === 0 ? { value: {} } : correct.readJson(bytes)),
    },
  }),
  ...mutantsOf('keys/description-accepts-any-script', {
    'an empty description is refused': {
      checkGenerate: (value) =>
        Object(value).description === ''
          ? invalid('/body/description', 'minLength', 'is too short')
          : correct.checkGenerate(value),
    },
    'octets are counted': rejectDescriptions((text) => Buffer.byteLength(text) > 255),
    'units of UTF-16 are counted': rejectDescriptions((text) => text.length > 255),
    'only ASCII will do': rejectDescriptions((text) => /[^ -~]/.test(text)),
    'markup is refused': rejectDescriptions((text) => /[<>]/.test(text)),
  }),
  ...mutantsOf('keys/description-limits', {
    'any description will do': accepting,
    'control characters will do': changeDescription((text) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
      typeof text === 'string' ? text.replaceAll(/[\u0000-\u001F\u0085]/g, '') : text,
    ),
    'a bidirectional override will do': changeDescription((text) =>
      typeof text === 'string' ? text.replaceAll('\u202E', '') : text,
    ),
    'a longer one is cut': changeDescription((text) =>
      typeof text === 'string' ? text.slice(0, 255) : text,
    ),
  }),
  ...mutantsOf('keys/description-must-be-a-string', {
    'anything becomes text': accepting,
    'null is no description': changeDescription((text) => (text === null ? '' : text)),
    'numbers become text': changeDescription((text) => (typeof text === 'number' ? String(text) : text)),
  }),
  ...mutantsOf('keys/description-is-unchanged', {
    'descriptions are trimmed': changeDescription((text) => (typeof text === 'string' ? text.trim() : text)),
    'markup is escaped': withKeyData((data) => ({
      ...data,
      description: String(data.description).replaceAll('<', '&lt;'),
    })),
    'descriptions are composed': changeDescription((text) =>
      typeof text === 'string' ? text.normalize('NFC') : text,
    ),
    'percent signs are decoded': withKeyData((data) => ({
      ...data,
      description: String(data.description).replaceAll('%20', ' '),
    })),
  }),
];
