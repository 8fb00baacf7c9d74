import { Problem } from '../../server/http/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses `application/x-www-form-urlencoded`. Each parameter may occur once; one without a value counts as omitted (RFC 6749,
 * 3.2).
 *
 * @throws Problem malformed_request
 */
export function parseForm(bytes: Uint8Array): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  try {
    for (const pair of utf8.decode(bytes).split('&')) {
      if (pair === '') continue;
      const [name = '', ...rest] = pair.split('=');
      const decodedName = decode(name);
      if (parameters.has(decodedName)) throw new Problem('malformed_request');
      parameters.set(decodedName, decode(rest.join('=')));
    }
  } catch (cause) {
    // Invalid UTF-8 or an invalid percent-encoding. The error quotes it, so it is not passed on.
    if (cause instanceof TypeError || cause instanceof URIError) throw new Problem('malformed_request');
    throw cause;
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
