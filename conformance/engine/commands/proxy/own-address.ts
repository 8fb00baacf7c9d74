import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Returns whether a name is this machine for a proxy that listens on `host`. An address is no name that others could point here. */
export function ownNames(host: string): (name: string) => boolean {
  const own = new Set([host, hostname(), 'localhost'].map((name) => name.toLowerCase()));
  return (name) => isIP(name) !== 0 || own.has(name) || name.endsWith('.localhost');
}

/**
 * Why a request must not pass. The proxy adds the keys of the profile, and every web page can send requests to this machine: by a name
 * of its own that it lets point here (DNS rebinding), or to an address of the proxy, without seeing the response.
 */
export function refusalOf(
  { headers }: IncomingMessage,
  isOwn: (name: string) => boolean,
): Refusal | undefined {
  const host = nameIn(`http://${headers.host ?? ''}`);
  if (host === undefined || !isOwn(host))
    return {
      status: 421,
      message: 'the Host of the request is not this proxy; use its IP address or localhost',
    };

  const { origin } = headers;
  const page = origin === undefined ? undefined : nameIn(origin);
  const isFromElsewhere =
    origin === undefined
      ? headers['sec-fetch-site'] === 'cross-site'
      : page === undefined || !isOwn(page);
  if (isFromElsewhere)
    return { status: 403, message: 'web pages of other hosts must not send requests through it' };
  return undefined;
}

function nameIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
}
