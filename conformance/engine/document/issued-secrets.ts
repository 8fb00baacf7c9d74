import { type CompletedExchange, hasResponse } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { variableName } from '../profile/profile.ts';
import type { Secrets } from '../secrets.ts';
import { namedValues } from './named-values.ts';

/** Names of fields, parameters and headers whose values are secret, in any document. */
export const secretName =
  /(token|secret|passw\w*|passphrase|(api|access|private)[-_]?key([-_]?value)?|jwt|bearer|session|signature|credential|csrf|xsrf|nonce)s?([-_]?(id|key))?\]?$/i;

/** Names that only mean a secret when the value looks like one: `access` and `refresh` of Django, `sig` of a signed URL. */
const shortName = /(^|[-_.[])(access|refresh|auth|pwd|pass|pin|sig|key)\]?$/i;
const randomText = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{16,}$/i;

// RFC 7519: a header, a payload and a signature, in base64url.
const jwt = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;

/** Of a text. Larger ones are rarely about one user. */
const scannedCharacters = 256 * 1024;
const shortest = 8;

type Named = readonly [name: string, value: unknown];

/**
 * Masks what a server issues, by the names of fields and headers, and its cookies: whatever the body is, and in URLs. It may be in
 * any response, so nothing searches for it.
 */
export function rememberIssued(secrets: Secrets, exchange: Exchange): void {
  if (!hasResponse(exchange)) return;
  for (const [name, value] of issuedIn(exchange)) {
    if (typeof value === 'string' && value.length >= shortest)
      secrets.remember(variableName(name), value, false);
  }
}

function issuedIn({ response }: CompletedExchange): Named[] {
  const { headers, json, text } = response;
  const isSecret = ([name, value]: Named) =>
    secretName.test(name) ||
    (shortName.test(name) && typeof value === 'string' && randomText.test(value));
  const found = [
    ...namedValues(json?.value),
    ...headers,
    ...[text, ...headers.map(([, value]) => value)].flatMap(namedInText),
  ].filter(isSecret);
  const sent = headers.flatMap(([name, value]): Named[] => {
    const [, cookie = '', content] = /^([^=]*)=([^;]*)/.exec(value) ?? [];
    const [, credential] = /^[\w-]+ +(.*)$/.exec(value) ?? [];
    if (/^set-cookie$/i.test(name)) return [[cookie, content]];
    return /^(proxy-)?authorization$/i.test(name) ? [[name, credential]] : [];
  });
  const tokens = [...text.slice(0, scannedCharacters).matchAll(jwt)];
  return [...found, ...sent, ...tokens.map(([token]): Named => ['JWT', token])];
}

/** Names and values in any text: of a form, a query, what is nearly JSON, XML, HTML, and the password of a URL. */
function namedInText(whole: string): Named[] {
  const text = whole.slice(0, scannedCharacters);
  const pairs = text.matchAll(
    /(?<![\w-])([\w-]{1,64})["']?\s{0,8}[:=]\s{0,8}(?:"([^"\\]{1,8192})"|'([^'\\]{1,8192})'|([^\s"'<>,;&#{}[\]]{1,8192}))/g,
  );
  const elements = text.matchAll(/<([\w:-]{1,64})(?:\s[^<>]{0,300})?>([^<>]{1,8192})<\//g);
  const inputs = text.matchAll(
    /<(?:input|meta)\b[^<>]{0,300}?\bname=["']?([\w:-]{1,64})["']?[^<>]{0,300}?\b(?:value|content)=["']?([^"'<>\s]{1,8192})/gi,
  );
  const users = text.matchAll(/\/\/[^\s/@:"'<>]{0,256}:([^\s/@"'<>]{1,256})@/g);
  return [
    ...[...pairs, ...elements, ...inputs].map(
      ([, name = '', ...values]): Named => [name, values.find((value) => value !== undefined)],
    ),
    ...[...users].map(([, password]): Named => ['PASSWORD', password]),
    // "token: expected a text" names no secret.
  ].filter(([, value]) => typeof value === 'string' && (/\d/.test(value) || value.length >= 24));
}
