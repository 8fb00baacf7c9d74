import type { Fetch } from '../client/index.ts';

/** Where requests go. */
export interface Target {
  readonly kind: 'mock' | 'here' | 'other';
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
}

/** The name of no host (RFC 2606): what is sent to it stays in the page. */
export const mockBaseUrl = 'https://mock.invalid';

/** The service that this page came from: the folder of the docs is one below its base address. */
export function baseOf(page: string): string {
  return new URL('..', page).href.replace(/\/$/, '');
}

/** Sends with nothing that the page does not show, and leaves nothing behind. */
export const fetchPlainly: Fetch = (request) =>
  fetch(request, { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });

/** @throws TypeError in words for people. */
export function readBaseUrl(text: string): string {
  const typed = text.trim();
  if (typed === '') throw new TypeError('Type a base address, such as http://127.0.0.1:8080.');
  const url = parse(typed);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError('This is no address that begins with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('An address must hold no user and password: browsers refuse it.');
  if (url.search !== '' || url.hash !== '') throw new TypeError('A base address ends before any ? or #.');
  return url.href.replace(/\/+$/, '');
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
