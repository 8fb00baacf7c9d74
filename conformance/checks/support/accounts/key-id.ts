import { isJsonObject, type JsonObject, valueAt } from '../../../document/model/pointer.ts';

// Usual names for the id of a key, most likely first.
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
 * The id that revokes a new key: at the pointer of the profile, otherwise under a usual name in `data`, in an object inside
 * `data`, in `output`, or at the top level.
 */
export function findKeyId(body: unknown, pointer: string | undefined): KeyId | undefined {
  if (pointer !== undefined) return asId(valueAt(body, pointer), pointer);
  if (!isJsonObject(body)) return undefined;
  return among(body.data, '/data') ?? among(body.output, '/output') ?? among(body, '');
}

function among(value: unknown, where: string): KeyId | undefined {
  if (!isJsonObject(value)) return undefined;
  return named(value, where) ?? inside(value, where);
}

function named(value: JsonObject, where: string): KeyId | undefined {
  for (const name of names) {
    const found = asId(value[name], `${where}/${name}`);
    if (found) return found;
  }
  return undefined;
}

// An object next to the key may describe it. The id of its owner is not the id of the key.
function inside(value: JsonObject, where: string): KeyId | undefined {
  for (const [name, field] of Object.entries(value)) {
    if (!isJsonObject(field) || /user|owner|account|status|usage|^me/i.test(name)) continue;
    const found = named(field, `${where}/${name}`);
    if (found) return found;
  }
  return undefined;
}

function asId(value: unknown, pointer: string): KeyId | undefined {
  if (typeof value === 'string' && value !== '') return { id: value, pointer };
  if (typeof value === 'number') return { id: String(value), pointer };
  return undefined;
}
