import { isIPv6 } from 'node:net';

/** An IPv4 address, or the /64 of an IPv6 address, in which one subscriber has too many addresses to count individually. */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  if (!isIPv6(bare)) return bare;
  // The URL parser writes every IPv6 address in one way (RFC 5952).
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  // An IPv4 address in IPv6 (RFC 4291, 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups.slice(6).flatMap(bytesOf).join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
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
