import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether all addresses of a host are of this machine only. @throws Node's error for an unknown host name */
export async function isLoopback(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true });
  // None for an empty name, with which a server listens on all of them.
  return addresses.length > 0 && addresses.every(({ address }) => isLoopbackAddress(address));
}

export function isLoopbackAddress(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
