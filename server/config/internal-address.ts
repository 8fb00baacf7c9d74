/** The address of the internal listener: a port, or a Unix socket for services on the same machine. */
export type InternalAddress = { readonly host: string; readonly port: number } | { readonly socket: string };

export const defaultInternalAddress = '127.0.0.1:8081';

/** Reads `host:port`, `[::1]:port` or `unix:/path`; `undefined` for anything else. */
export function parseInternalAddress(text: string): InternalAddress | undefined {
  const [, socket] = /^unix:(\/.+)$/.exec(text) ?? [];
  if (socket !== undefined) return { socket };
  const [, ipv6, name, digits = ''] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}
