import type { Call } from './call.ts';

/** With the package `requests`. */
export function python({ method, baseUrl, path, headers, body, takesToken, shown, response }: Call): string {
  const fields = [
    ...(takesToken ? [`"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const lines = [
    `"${baseUrl}${path}"`,
    ...(fields.length === 0 ? [] : [`headers=${inBraces(fields)}`]),
    ...(body === undefined ? [] : [`json=${inBraces(Object.entries(body).map(field))}`]),
  ];
  const outcome = shown.length === 0 ? ['body["data"]'] : shown.map((name) => `body["data"]["${name}"]`);
  const printed = response.code < 300 ? outcome.join(', ') : 'body["status"]["reason"]';
  return [
    ...(takesToken ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...lines.map((line) => `${line.replaceAll(/^/gm, '    ')},`),
    ')',
    'body = response.json()',
    `print(body["status"]["code"], ${printed})`,
  ].join('\n');
}

function field([name, value]: [string, unknown]): string {
  // Python reads a text as JSON writes it. Other values are written differently, and no request has one yet.
  if (typeof value !== 'string') throw new Error(`the sample in Python cannot write the field ${name}`);
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function inBraces(fields: readonly string[]): string {
  const line = `{${fields.join(', ')}}`;
  return line.length <= 62 ? line : `{\n${fields.map((one) => `    ${one},\n`).join('')}}`;
}
