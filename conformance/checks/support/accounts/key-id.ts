import { isObject, type Json } from '../responses/service-response.ts';

// Names under which the id of a key is usually found, the likeliest first.
const names = [
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
  'key_uuid',
  'uid',
];

export interface KeyId {
  readonly id: string;
  readonly pointer: string;
}

/**
 * The id by which a new key is revoked: where the profile says, else under one of the usual names in `data`, in an object
 * inside it, in `output`, or beside them.
 */
export function findKeyId(answer: unknown, pointer: string | undefined): KeyId | undefined {
  if (pointer !== undefined) return asId(at(answer, pointer), pointer);
  if (!isObject(answer)) return undefined;
  return among(answer.data, '/data') ?? among(answer.output, '/output') ?? among(answer, '');
}

function among(value: unknown, where: string): KeyId | undefined {
  if (!isObject(value)) return undefined;
  return named(value, where) ?? inside(value, where);
}

function named(value: Json, where: string): KeyId | undefined {
  for (const name of names) {
    const found = asId(value[name], `${where}/${name}`);
    if (found) return found;
  }
  return undefined;
}

// An object beside the key that describes it; its owner's id is no id of the key.
function inside(value: Json, where: string): KeyId | undefined {
  for (const [name, member] of Object.entries(value)) {
    if (!isObject(member) || /user|owner|account|status|usage|^me/i.test(name)) continue;
    const found = named(member, `${where}/${name}`);
    if (found) return found;
  }
  return undefined;
}

function asId(value: unknown, pointer: string): KeyId | undefined {
  if (typeof value === 'string' && value !== '') return { id: value, pointer };
  if (typeof value === 'number') return { id: String(value), pointer };
  return undefined;
}

/** What a JSON Pointer (RFC 6901) leads to. */
export function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = found[Number(name)];
    else if (isObject(found) && Object.hasOwn(found, name)) found = found[name];
    else return undefined;
  }
  return found;
}
