import type { Call } from './call.ts';

/** For a terminal. */
export function curl({ method, baseUrl, path, headers, body, takesToken }: Call): string {
  // With a body, curl sends POST by itself.
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl ${isDefault ? '' : `-X ${method} `}${baseUrl}${path}`,
    ...(takesToken ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(jsonLine(body))}`]),
  ].join(' \\\n  ');
}

/** JSON on one line that can wrap between its fields. The bodies of requests are flat. */
function jsonLine(body: object): string {
  const fields = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${fields.join(', ')}}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
