const hidden = '[hidden]';
const secretName = /^(access_token|api_key|otp|password)$/;

/** A copy with `[hidden]` for each secret, also where another field repeats it: some servers quote the key in `note`. */
export function mask(value: unknown): unknown {
  const secrets: string[] = [];
  const text = JSON.stringify(value, (name, field) => {
    if (field && secretName.test(name)) secrets.push(String(field));
    return field;
  });
  if (text === undefined) return undefined;
  return JSON.parse(text, (name, field) => {
    if (secretName.test(name)) return hidden;
    return typeof field === 'string'
      ? secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), field)
      : field;
  });
}

// Node, Deno and Bun look this symbol up by its registered name, so the client imports nothing from Node.
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `JSON.stringify` write `[hidden]` instead of the secrets in `data`. Properties still return the
 * secrets, and a copy made with `{ ...data }` is a plain object.
 */
export function hideSecrets<Data extends object>(data: Data): Data {
  const plain = { ...data };
  const value = () => mask(plain);
  return Object.defineProperties(data, { toJSON: { value }, [inspect]: { value } });
}
