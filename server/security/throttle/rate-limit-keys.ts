import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Encryption } from '../encryption/encryption.ts';
import { identityKey } from '../identity.ts';

export type RateLimitKeys = ReturnType<typeof createRateLimitKeys>;

/** Someone who has only the database cannot test which identities or networks are in it. */
export function createRateLimitKeys({ derive }: Pick<Encryption, 'derive'>) {
  const keyedHash = (purpose: string, text: string) =>
    createHmac('sha256', derive(purpose)).update(text).digest('hex');
  const hash = (text: string) => keyedHash('rate limits', text);
  return {
    identity: (identity: string) => hash(`identity ${identityKey(identity)}`),
    account: (accountId: string) => hash(`account ${accountId}`),
    /** A whole /64 of IPv6: one subscriber has too many addresses to count individually. */
    network: (address: string) => hash(`address ${networkOf(address)}`),
    /** An identity in the log, by another hash than in the database. */
    loggedIdentity: (identity: string) =>
      keyedHash('logged identities', identityKey(identity)).slice(0, 32),
  };
}

export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  if (!isIPv6(bare)) return bare;
  // The URL parser writes every IPv6 address in one way (RFC 5952).
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  // An IPv4 address (RFC 4291, 2.5.5.2), also behind NAT64 (RFC 6052, 2.1).
  if (['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'].includes(groups.slice(0, 6).join(':')))
    return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}/64`;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
}

// Some proxies append the client's port, which differs for each connection.
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}
