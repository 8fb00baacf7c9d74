const secrets = ['access_token', 'api_key'];

// By its registered name, which Node, Deno and Bun look up, so that nothing of Node is imported.
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * Makes `console.log` and `JSON.stringify` show `[hidden]` for the secrets of a payload. They are still read by their
 * names, and a copy made with `{ ...data }` is an object like any other.
 */
export function hideSecrets<Data extends object>(data: Data): Data {
  const value = () =>
    Object.fromEntries(
      Object.entries(data).map(([name, shown]) => [name, secrets.includes(name) ? '[hidden]' : shown]),
    );
  return Object.defineProperties(data, { toJSON: { value }, [inspect]: { value } });
}
