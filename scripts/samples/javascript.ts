import type { Call } from './call.ts';
import { indent, scriptLiteral } from './script-literal.ts';

/** With `fetch` and nothing else. */
export function javascript({
  method,
  baseUrl,
  path,
  headers,
  body,
  takesToken,
  shown,
  response: { code },
}: Call): string {
  const fields = [
    ...(takesToken ? [`Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `${scriptLiteral(name)}: ${scriptLiteral(value)}`),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(fields.length === 0 ? [] : [`headers: ${headerLines(fields)}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${scriptLiteral(body, 40)})`]),
  ];
  const response = options.length === 0 ? '' : `, {\n${options.map((one) => `${indent(one)},\n`).join('')}}`;
  const isFailure = code >= 300;
  const outcome = shown.length === 0 ? ['data'] : shown.map((name) => `data.${name}`);
  return [
    `const response = await fetch('${baseUrl}${path}'${response});`,
    `const { status${isFailure ? '' : ', data'} } = await response.json();`,
    `console.log(status.code, ${isFailure ? 'status.reason' : outcome.join(', ')});`,
  ].join('\n');
}

function headerLines(fields: readonly string[]): string {
  return fields.length === 1 ? `{ ${fields[0]} }` : `{\n${fields.map((one) => `  ${one},\n`).join('')}}`;
}
