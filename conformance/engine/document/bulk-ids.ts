import { readSent } from '../http/read-json.ts';
import { bulkKeys } from './model/field-roles.ts';
import { fieldsOf } from './model/pointer.ts';
import { isScalar } from './named-values.ts';
import { plainName } from './sequences/resources/names.ts';

/** The ids in the body of a request about several resources. None if it could change others, too. */
export function bulkIds(body: Uint8Array | string): readonly unknown[] {
  const sent = readSent(body)?.value;
  const all = Array.isArray(sent)
    ? sent.map((item) => (isScalar(item) ? item : fieldsOf(item).id))
    : keysIn(sent);
  return all.every(isScalar) ? all : [];
}

function keysIn(sent: unknown): readonly unknown[] {
  const lists = Object.entries(fieldsOf(sent)).filter(([name]) => name !== 'data');
  const [[name, keys] = [], ...others] = lists;
  return others.length === 0 && bulkKeys.has(plainName(name ?? '')) && Array.isArray(keys)
    ? keys
    : [];
}
