import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The names and addresses of this machine, for a proxy that listens on `host`. */
export function ownNames(host: string): (name: string) => boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address),
  );
  const own = new Set(
    [host, hostname(), 'localhost', ...addresses].map((name) => name.toLowerCase()),
  );
  return (name) => own.has(name) || name.endsWith('.localhost') || isLoopback(name);
}

const isLoopback = (name: string) =>
  (isIP(name) === 4 && name.startsWith('127.')) || name === '::1';

/**
 * Why a request must not pass. The proxy adds the keys of the profile, and every web page can send requests to this machine: by a name
 * of its own that it lets point here (DNS rebinding), or to an address of the proxy, without seeing the response.
 */
export function refusalOf(
  { headers }: IncomingMessage,
  isOwn: (name: string) => boolean,
): Refusal | undefined {
  const host = nameIn(`http://${headers.host ?? ''}`);
  // An address is no name that others could point here: behind a forwarded port it is that of another machine.
  if (host === undefined || !(isOwn(host) || isIP(host) !== 0))
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
