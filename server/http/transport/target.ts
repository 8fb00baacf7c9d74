// RFC 3986, 3.2.2 and 3.2.3: an address in brackets or a name, then perhaps a port.
const authority = /^(\[[0-9a-f:.]+\]|([\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:\d*)?$/i;

/** Whether a text can be the value of `Host`, which may be empty (RFC 9112, 3.2). */
export function isAuthority(text: string): boolean {
  return authority.test(text);
}

/**
 * The origin form of a target: without the authority of the absolute form (RFC 9112, 3.2.2), with percent-encoded unreserved
 * characters decoded (RFC 3986, 6.2.2.2). `undefined` for an invalid encoding or one that is not UTF-8, for another scheme,
 * for an invalid or empty authority (RFC 9110, 4.2.1), and for a fragment, which no target has.
 */
export function normaliseTarget(target: string): string | undefined {
  // Nearly all targets end here: there is nothing to decode or to leave out.
  if (/^\/[\w/.~-]*$/.test(target)) return target;
  const [, host, rest = ''] = /^https?:\/\/([^/?#:][^/?#]*)(.*)$/i.exec(target) ?? [];
  if (host !== undefined && !isAuthority(host)) return undefined;
  const origin = host === undefined ? target : rest.replace(/^(?!\/)/, '/');
  const [, path, query = ''] = /^(\/[^?#]*|\*)(\?[^#]*)?$/.exec(origin) ?? [];
  return path === undefined || !isUtf8(path) ? undefined : decodeUnreserved(path) + query;
}

function isUtf8(path: string): boolean {
  try {
    // Bundlers leave out a call whose result has no use.
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}
