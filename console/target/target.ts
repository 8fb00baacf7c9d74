import type { Fetch } from '../../client/index.ts';

export interface Target {
  readonly kind: 'mock' | 'here' | 'other';
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
}

/** A reserved host name (RFC 2606): requests to it never leave the page. */
export const mockBaseUrl = 'https://mock.invalid';

/** Sends only what the page shows: no cookies, no referrer. Nothing is cached. */
export const fetchPlainly: Fetch = (request) =>
  fetch(request, { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });

/** @throws TypeError with a message for the reader */
export function readBaseUrl(text: string): string {
  const address = text.trim();
  if (address === '') throw new TypeError('Enter a base address, such as http://127.0.0.1:8080.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError('The address must start with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The address must not contain a user and password: browsers reject it.');
  if (url.search !== '' || url.hash !== '')
    throw new TypeError('The base address must not contain ? or #.');
  return url.href.replace(/\/+$/, '');
}

/** `demo`: the accounts are public. `mock`: also `Prefer` selects the response. */
export type Purpose = 'demo' | 'mock';

export interface Served {
  readonly baseUrl: string;
  /** `undefined` for a service with real accounts. */
  readonly purpose: Purpose | undefined;
}

/**
 * The service that served this page. `undefined` when the host only serves files. The service describes itself in headers of
 * its docs, so the page requests itself again. A request to the API would fail on a host without a service, and browsers log
 * failures to the console.
 */
export async function findService(page: string): Promise<Served | undefined> {
  try {
    const { headers } = await fetch(page, {
      method: 'HEAD',
      credentials: 'omit',
      cache: 'no-store',
    });
    const baseUrl = readLink(headers.get('link') ?? '', page);
    const purpose = headers.get('account-access-purpose');
    return baseUrl === undefined
      ? undefined
      : { baseUrl, purpose: purpose === 'demo' || purpose === 'mock' ? purpose : undefined };
  } catch {
    return undefined;
  }
}

// RFC 8288, 3.2: the anchor is what the link is about; RFC 8631, 4.2: the link leads to its description.
function readLink(link: string, page: string): string | undefined {
  const [, anchor] = /;\s*rel="?service-desc"?\s*;\s*anchor="([^"]*)"/i.exec(link) ?? [];
  return anchor === undefined ? undefined : new URL(anchor, page).href.replace(/\/$/, '');
}
