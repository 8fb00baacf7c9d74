import { isJsonObject, type JsonObject, pointer, valueAt } from '../../../../engine/index.ts';

// Usual names for the id of a key, most likely first.
const names = [
  ...[
    'id',
    'key_id',
    'api_key_id',
    'apikey_id',
    'keyId',
    'apiKeyId',
    'apikeyId',
    'apiKeyID',
    'kid',
    'uuid',
  ],
  ...['key_uuid', 'uid'],
];

export interface KeyId {
  readonly id: string;
  readonly pointer: string;
}

export type KeyIds = ReturnType<typeof createKeyIds>;

/** Where the responses of a run have the id that revokes the new key. `known` is the pointer of the profile. */
export function createKeyIds(known: string | undefined) {
  let learnt = known;
  /** Everything in the response that may be the id, most likely first. At most one when the pointer is known. */
  const candidates = (body: unknown) => {
    if (learnt === undefined) return keyIdCandidates(body);
    const found = asId(valueAt(body, learnt), learnt);
    return found ? [found] : [];
  };
  return {
    candidates,
    /** The id in a response to a generation: at the known pointer, otherwise the most likely one. */
    in: (body: unknown) =>
      (learnt === undefined ? findKeyId(body, undefined) : candidates(body)[0])?.id,
    learn: (found: string) => {
      learnt = found;
    },
  };
}

/** At the pointer of the profile, otherwise under a usual name in `data`, in `output`, or around them. */
export function findKeyId(body: unknown, pointer: string | undefined): KeyId | undefined {
  return pointer === undefined ? likely(body)[0] : asId(valueAt(body, pointer), pointer);
}

// A server that rejects these many does not revoke keys.
const maxCandidates = 10;
const longestId = 200;

/** Everything in a response that may be the id of the new key, most likely first. The key itself comes last. */
export function keyIdCandidates(body: unknown): readonly KeyId[] {
  if (!isJsonObject(body)) return [];
  const others = [...leaves(body.data, '/data'), ...leaves(body.output, '/output')].filter(
    (one) =>
      one.id.length <= longestId &&
      !/\s/.test(one.id) &&
      !ofOthers.test(one.pointer) &&
      isNoCount(one),
  );
  const byName = others.sort((a, b) => Number(soundsLikeId(b)) - Number(soundsLikeId(a)));
  const seen = new Set<string>();
  const all = [...likely(body), ...byName].filter(({ id }) => !seen.has(id) && seen.add(id));
  const key = valueAt(body, '/data/api_key');
  return [
    ...all.filter(({ id }) => id !== key).slice(0, maxCandidates - 1),
    ...all.filter(({ id }) => id === key),
  ];
}

/** Names of fields about something else. The id of a key's owner is not the id of the key, but may be that of another key. */
const ofOthers =
  /user|owner|account|status|usage|tenant|team|organi|project|creat(or|ed_by)|[/_]org_|\/me/i;

/** A number under another name may be the id of any key. */
function isNoCount(one: KeyId): boolean {
  return soundsLikeId(one) || Number.isNaN(Number(one.id));
}

function soundsLikeId({ pointer }: KeyId): boolean {
  return /(id|ref|reference|handle|name|number|no)$/i.test(pointer);
}

function likely(body: unknown): readonly KeyId[] {
  if (!isJsonObject(body)) return [];
  return [...among(body.data, '/data'), ...among(body.output, '/output'), ...among(body, '')];
}

function among(value: unknown, where: string): readonly KeyId[] {
  if (!isJsonObject(value)) return [];
  // An object next to the key may describe it.
  const inside = Object.entries(value).filter(([name]) => !ofOthers.test(pointer(name)));
  return [
    ...named(value, where),
    ...inside.flatMap(([name, field]) =>
      isJsonObject(field) && where !== '' ? named(field, where + pointer(name)) : [],
    ),
  ];
}

function named(value: JsonObject, where: string): readonly KeyId[] {
  return names.flatMap((name) => asId(value[name], where + pointer(name)) ?? []);
}

function leaves(value: unknown, where: string): readonly KeyId[] {
  if (typeof value !== 'object' || value === null)
    return [asId(value, where)].filter((one) => one !== undefined);
  return Object.entries(value).flatMap(([name, field]) => leaves(field, where + pointer(name)));
}

function asId(value: unknown, pointer: string): KeyId | undefined {
  if (typeof value === 'string' && value !== '') return { id: value, pointer };
  return typeof value === 'number' ? { id: String(value), pointer } : undefined;
}
