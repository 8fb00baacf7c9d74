import { hash as digest } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { identityKey } from '../identity.ts';

/** The hash of an identity, known or not: nobody can read in the database what users typed into the field. */
export function identitySubject(identity: string): string {
  return hash(`identity ${identityKey(identity)}`);
}

export function accountSubject(accountId: string): string {
  return hash(`account ${accountId}`);
}

/**
 * An IPv4 address, or the /64 of an IPv6 address: one subscriber gets a whole /64, which has too
 * many addresses to count individually.
 */
export function addressSubject(address: string): string {
  return hash(`address ${networkOf(address)}`);
}

function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(bare)) return bare;
  // The URL parser writes every IPv6 address in one way (RFC 5952).
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}/64`;
}

// Some proxies append the client's port, which differs for each connection.
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

function hash(text: string): string {
  return digest('sha256', text);
}
