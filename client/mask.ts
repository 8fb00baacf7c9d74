const hidden = '[hidden]';
const secretName = /^(access_token|api_key|otp|password)$/;

/**
 * A copy with `[hidden]` for each secret, also where another field repeats it: some servers quote the key in `note`.
 *
 * @param sent more secrets, which the response may repeat
 */
export function mask(value: unknown, sent: readonly string[] = []): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  const hide = hideIn([...secretsIn(value), ...sent]);
  return JSON.parse(text, (name, field) => {
    if (secretName.test(name)) return hidden;
    return typeof field === 'string' ? hide(field) : field;
  });
}

/** The values of all fields that are secret by their names. */
export function secretsIn(value: unknown): readonly string[] {
  const secrets: string[] = [];
  JSON.stringify(value, (name, field) => {
    if (field && secretName.test(name)) secrets.push(String(field));
    return field;
  });
  return secrets;
}

// Shorter ones are parts of almost every word.
const shortest = 4;

/** Returns a function that writes `[hidden]` for each secret in a text, also for its forms in addresses, HTML, JSON and Base64. */
export function hideIn(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter(({ length }) => length >= shortest)
    .flatMap(spellingsOf)
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  if (spellings.length === 0) return (text) => text;
  const any = new RegExp(spellings.join('|'), 'gi');
  return (text) => text.replaceAll(any, hidden);
}

function spellingsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  // Half a surrogate pair has no form in an address.
  const address = encodeURIComponent(new TextDecoder().decode(bytes));
  const html = (apostrophe: string) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", apostrophe);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    address,
    encodeURIComponent(address),
    html("'"),
    html('&#39;'),
    html('&#x27;'),
    btoa(String.fromCharCode(...bytes)).replace(/=+$/, ''),
  ];
}

// Node, Deno and Bun look this symbol up by its registered name, so the client imports nothing from Node.
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `util.inspect` of Node print `[hidden]` instead of the secrets in `data`. Everything else has them:
 * properties, copies and JSON.
 */
export function hideWhenPrinted<Data extends object>(data: Data): Data {
  return Object.defineProperty(data, inspect, { value: () => mask(data) });
}
