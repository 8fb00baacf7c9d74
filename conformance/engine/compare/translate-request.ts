import { createHash } from 'node:crypto';
import { writeJson } from '../bounded/digits.ts';
import type { Operation } from '../document/model/operation.ts';
import { isJsonObject } from '../document/model/pointer.ts';
import { isScalar, queryOf } from '../document/named-values.ts';
import { matchPath, targetPath } from '../document/sequences/resources/identify.ts';
import { readSent } from '../http/read-json.ts';
import { type Header, headerOf, type Request } from '../http/request.ts';
import type { OwnIds } from './own-ids.ts';

/** The request names something that the other server did not create. */
export class NoTwin extends Error {}

/** What differs between two servers that get the same requests. */
export interface Correspondence {
  readonly ids: OwnIds;
  /** What the first server made up, such as tokens and slugs, by what the other one returned in the same place. */
  readonly words: ReadonlyMap<string, string>;
  /** Credentials of the first server, by those of the other one. */
  readonly credentials: readonly (readonly [credential: string, twin: string])[];
  /** Changes the words that must be new, so that one server can be given the same request twice. */
  readonly salt: string;
}

/** The request that does on another server what this one did on the first. @throws NoTwin */
export function translateRequest(
  operation: Operation,
  request: Request,
  correspondence: Correspondence,
): Request {
  const { target, headers, body } = request;
  return {
    ...request,
    target: translateTarget(operation, target, correspondence),
    ...(headers && { headers: headers.map((one) => translateHeader(one, correspondence)) }),
    ...(body !== undefined && { body: translateBody(operation, request, correspondence) }),
  };
}

/** A value that the first server showed, or got, as the other one should have it. */
export function translateValue(
  operation: Pick<Operation, 'path'>,
  name: string,
  value: unknown,
  { ids, words, salt }: Correspondence,
): unknown {
  if (!isScalar(value)) return value;
  const own = ids.named(operation, name, value);
  if (own !== undefined) return like(value, twinOf(own.twin));
  if (typeof value !== 'string') return value;
  return words.get(value) ?? withSalt(value, salt);
}

function translateTarget(operation: Operation, target: string, given: Correspondence): string {
  const path = translatePath(operation, targetPath(target, ''), given);
  const query = [...queryOf(target)];
  if (query.length === 0) return path;
  const translated = query.map(([name, value]): [string, string] => [
    name,
    String(translateValue(operation, name, withCredentials(value, given), given)),
  ]);
  const isSame = translated.every(([, value], at) => value === query[at]?.[1]);
  // What is not changed stays as it is written.
  const text = isSame ? target.replace(/^[^?]*\?/, '') : new URLSearchParams(translated).toString();
  return `${path}?${text}`;
}

function translatePath(
  operation: Operation,
  path: string,
  { ids, words, salt }: Correspondence,
): string {
  const values = matchPath(operation.path, path);
  if (values === undefined) return path;
  const twins = Object.entries(values).map(([name, value]): [string, string] => {
    const own = ids.inPath(operation, name, value);
    if (own !== undefined) return [name, String(twinOf(own.twin))];
    return [name, words.get(value) ?? withSalt(value, salt)];
  });
  if (twins.every(([name, value]) => value === values[name])) return path;
  const byName = Object.fromEntries(twins);
  return operation.path.replace(/\{([^{}/]+)\}/g, (_, name: string) =>
    encodeURIComponent(byName[name] ?? ''),
  );
}

function translateHeader([name, value]: Header, given: Correspondence): Header {
  const { words, salt } = given;
  const own = withCredentials(value, given);
  const known = words.get(own);
  if (known !== undefined) return [name, known];
  // `Bearer …`, and each of several cookies. A token may end in `=`.
  const separator = name.toLowerCase() === 'cookie' ? /(;\s*|=)/ : /(\s+)/;
  const parts = own.split(separator).map((part) => words.get(part) ?? withSalt(part, salt));
  return [name, parts.join('')];
}

const withCredentials = (text: string, { credentials }: Correspondence) =>
  credentials.reduce((all, [credential, twin]) => all.replaceAll(credential, twin), text);

function translateBody(
  operation: Operation,
  { headers, body = '' }: Request,
  given: Correspondence,
): Uint8Array | string {
  const json = readSent(body);
  if (json !== undefined) {
    const changed = translateFields(operation, '', json.value, given);
    return writeJson(changed) === writeJson(json.value) ? body : writeJson(changed);
  }
  const isForm = /form|text/.test(headerOf(headers, 'content-type') ?? '');
  return isForm && typeof body === 'string' ? withSalt(body, given.salt) : body;
}

function translateFields(
  operation: Operation,
  name: string,
  value: unknown,
  given: Correspondence,
): unknown {
  if (Array.isArray(value))
    return value.map((item) => translateFields(operation, name, item, given));
  if (!isJsonObject(value)) return translateValue(operation, name, value, given);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      translateFields(operation, key, inner, given),
    ]),
  );
}

function twinOf(twin: unknown): unknown {
  if (twin === undefined) throw new NoTwin();
  return twin;
}

const like = (value: string | number, twin: unknown) =>
  typeof value === 'number' && Number.isFinite(Number(twin)) ? Number(twin) : twin;

/** The words of `createNames`, each as another word of the same form. */
function withSalt(text: string, salt: string): string {
  return text.replace(
    /t[0-9a-f]{7}/g,
    (word) => `t${createHash('sha256').update(`${salt} ${word}`).digest('hex').slice(0, 7)}`,
  );
}
