import type { Operation } from '../document/model/operation.ts';
import { isScalar } from '../document/named-values.ts';
import { matchPath, targetPath } from '../document/sequences/resources/identify.ts';
import { type Header, headerOf, type Request } from '../http/request.ts';
import type { Correspondence } from './correspondence.ts';
import { translateBody, translateForm } from './translate-body.ts';

/** The request names something that the other server did not create. */
export class NoTwin extends Error {}

/** The request that does on another server what this one did on the first. @throws NoTwin */
export function translateRequest(
  operation: Operation,
  request: Request,
  correspondence: Correspondence,
): Request {
  const { names } = correspondence;
  const { target, headers, body } = request;
  return {
    ...request,
    target: translateTarget(operation, target, correspondence),
    ...(headers && { headers: headers.map((one) => translateHeader(one, correspondence)) }),
    ...(body !== undefined && {
      body: translateBody(body, headerOf(headers, 'content-type') ?? '', {
        field: (name, value) => translateValue(operation, name, value, correspondence),
        text: names.translate,
      }),
    }),
  };
}

/** A value that the first server showed, or got, as the other one should have it. */
export function translateValue(
  operation: Pick<Operation, 'path'>,
  name: string,
  value: unknown,
  { ids, words, names }: Correspondence,
): unknown {
  if (!isScalar(value)) return value;
  const own = ids.named(operation, name, value);
  if (own !== undefined) return like(value, twinOf(own.twin));
  if (typeof value !== 'string') return value;
  return words.get(value) ?? names.translate(value);
}

function translateTarget(operation: Operation, target: string, given: Correspondence): string {
  const path = translatePath(operation, targetPath(target, ''), given);
  const [query] = /(?<=\?).+/s.exec(target) ?? [];
  if (query === undefined) return path;
  const field = (name: string, value: unknown) =>
    translateValue(operation, name, withCredentials(String(value), given), given);
  return `${path}?${translateForm(query, { field })}`;
}

function translatePath(
  operation: Operation,
  path: string,
  { ids, words, names }: Correspondence,
): string {
  const values = matchPath(operation.path, path);
  if (values === undefined) return path;
  const twins = Object.entries(values).map(([name, value]): [string, string] => {
    const own = ids.inPath(operation, name, value);
    if (own !== undefined) return [name, String(twinOf(own.twin))];
    return [name, words.get(value) ?? names.translate(value)];
  });
  if (twins.every(([name, value]) => value === values[name])) return path;
  const byName = Object.fromEntries(twins);
  return operation.path.replace(/\{([^{}/]+)\}/g, (_, name: string) =>
    encodeURIComponent(byName[name] ?? ''),
  );
}

function translateHeader([name, value]: Header, given: Correspondence): Header {
  const { words, names } = given;
  const own = withCredentials(value, given);
  const known = words.get(own);
  if (known !== undefined) return [name, known];
  // `Bearer …`, and each of several cookies. A token may end in `=`.
  const separator = name.toLowerCase() === 'cookie' ? /(;\s*|=)/ : /(\s+)/;
  const parts = own.split(separator).map((part) => words.get(part) ?? names.translate(part));
  return [name, parts.join('')];
}

const withCredentials = (text: string, { credentials }: Correspondence) =>
  credentials.reduce((all, [credential, twin]) => all.replaceAll(credential, twin), text);

function twinOf(twin: unknown): unknown {
  if (twin === undefined) throw new NoTwin();
  return twin;
}

const like = (value: string | number, twin: unknown) =>
  typeof value === 'number' && Number.isFinite(Number(twin)) ? Number(twin) : twin;
