import { Problem } from '../../server/http/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The parameters of `application/x-www-form-urlencoded`, each at most once; one without a value counts as left out (RFC 6749,
 * 3.2). @throws Problem malformed_request
 */
export function parseForm(octets: Uint8Array): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  try {
    for (const pair of utf8.decode(octets).split('&')) {
      if (pair === '') continue;
      const [name = '', ...rest] = pair.split('=');
      const decodedName = decode(name);
      if (parameters.has(decodedName)) throw new Problem('malformed_request');
      parameters.set(decodedName, decode(rest.join('=')));
    }
  } catch (cause) {
    // Broken UTF-8 or a broken percent-encoding. What is thrown quotes it, and so is not passed on.
    if (cause instanceof TypeError || cause instanceof URIError) throw new Problem('malformed_request');
    throw cause;
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
