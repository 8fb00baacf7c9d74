import type { ApiDocument } from './api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject } from './pointer.ts';

// An address without an origin is one of the server that serves the document, which nobody names.
const here = 'http://here.invalid';

/** The addresses of `servers` at some place of a document, absolute or from `/` on. Variables have their default values. */
export function addressesIn({ servers }: JsonObject): string[] {
  const list = Array.isArray(servers) ? servers.filter(isJsonObject) : [];
  return list.flatMap(({ url, variables }) => {
    const text = String(url).replace(/\{([^}]+)\}/g, (whole, name: string) =>
      String(fieldsOf(fieldsOf(variables)[name]).default ?? whole),
    );
    return URL.canParse(text, here) ? [addressOf(new URL(text, here))] : [];
  });
}

function addressOf({ origin, pathname }: URL): string {
  return (origin === here ? '' : origin) + pathname.replace(/\/+$/, '');
}

/** The addresses of an operation's own servers. */
interface Served {
  readonly servers: readonly string[];
}

/**
 * Why an operation is not tested at this address: the document says that it is on another server. An address that the document
 * does not name stands for the servers of most operations, those of the whole document.
 */
export function createServerCheck(
  { root }: ApiDocument,
  operations: readonly Served[],
  baseUrl: string,
) {
  const { pathname } = new URL(baseUrl);
  const tested = [addressOf(new URL(baseUrl)), pathname.replace(/\/+$/, '')];
  const usual = addressesIn(root);
  if (usual.length === 0) usual.push('');
  const isTested = (address: string) => address !== '' && tested.includes(address);
  const isOwn = !usual.some(isTested) && operations.some(({ servers }) => servers.some(isTested));
  return ({ servers }: Served): string | undefined => {
    const addresses = servers.length === 0 ? usual : servers;
    const isHere = isOwn
      ? addresses.some(isTested)
      : addresses.some((address) => isTested(address) || usual.includes(address));
    if (isHere) return undefined;
    return `not tested: the document has it on another server, ${addresses.join(' or ') || '/'}`;
  };
}
