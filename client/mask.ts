const hidden = '[hidden]';
const secretName = /^(access_token|api_key|otp|password)$/;

/**
 * The value of a JSON text with `[hidden]` for each secret, also where another field repeats it: some servers quote the key in
 * `note`. `undefined` when the text is not JSON.
 */
export function mask(text = ''): unknown {
  const secrets: string[] = [];
  try {
    JSON.parse(text, (name, value) => {
      if (value && secretName.test(name)) secrets.push(String(value));
      return value;
    });
    return JSON.parse(text, (name, value) => {
      if (secretName.test(name)) return hidden;
      return typeof value === 'string'
        ? secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), value)
        : value;
    });
  } catch {
    return undefined;
  }
}

// Node, Deno and Bun look this symbol up by its registered name, so the client imports nothing from Node.
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `JSON.stringify` write `[hidden]` instead of the secrets in `data`. Properties still return the
 * secrets, and a copy made with `{ ...data }` is a plain object.
 */
export function hideSecrets<Data extends object>(data: Data): Data {
  const plain = { ...data };
  const value = () => mask(JSON.stringify(plain));
  return Object.defineProperties(data, { toJSON: { value }, [inspect]: { value } });
}
