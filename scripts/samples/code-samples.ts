import { singleQuoted } from '../../conformance/engine/index.ts';
import type { Call } from './call.ts';

export interface CodeSample {
  readonly label: string;
  /** The name of the language for highlighting, and in Markdown. */
  readonly language: Language;
  readonly source: string;
}

export type Language = 'shell' | 'typescript' | 'javascript' | 'python';

/** The same call in every language. The reader sets only `ACCESS_TOKEN`, in the environment. */
export function codeSamples(call: Call): CodeSample[] {
  return [
    { label: 'curl', language: 'shell', source: curl(call) },
    { label: 'TypeScript', language: 'typescript', source: typescript(call) },
    { label: 'JavaScript', language: 'javascript', source: javascript(call) },
    { label: 'Python', language: 'python', source: python(call) },
  ];
}

/** With `fetch` and nothing else. */
function javascript(call: Call): string {
  const { method, baseUrl, path, headers, body, takesToken, shown } = call;
  const fields = [
    ...(takesToken ? [`Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\``] : []),
    ...Object.entries(headers).map(
      ([name, value]) => `${scriptLiteral(name)}: ${scriptLiteral(value)}`,
    ),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(fields.length === 0 ? [] : [`headers: ${headerLines(fields)}`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${scriptLiteral(body, 40)})`]),
  ];
  const given =
    options.length === 0 ? '' : `, {\n${options.map((one) => `${indent(one)},\n`).join('')}}`;
  const isFailure = call.response.code >= 300;
  const outcome = shown.length === 0 ? ['data'] : shown.map((name) => `data.${name}`);
  return [
    `const response = await fetch('${baseUrl}${path}'${given});`,
    `const { status${isFailure ? '' : ', data'} } = await response.json();`,
    `console.log(status.code, ${isFailure ? 'status.reason' : outcome.join(', ')});`,
  ].join('\n');
}

function headerLines(fields: readonly string[]): string {
  return fields.length === 1
    ? `{ ${fields[0]} }`
    : `{\n${fields.map((one) => `  ${one},\n`).join('')}}`;
}

const lineWidth = 70;

/** A value in JavaScript and TypeScript: on one line if it is short, otherwise with a line per field. */
export function scriptLiteral(value: unknown, width = lineWidth): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) =>
      `${/^[A-Za-z_]\w*$/.test(name) ? name : scriptLiteral(name)}: ${scriptLiteral(field)}`,
  );
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= width
    ? line
    : `{\n${fields.map((field) => `${indent(field)},\n`).join('')}}`;
}

export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** With our client, which logs in by itself and reads the responses. */
function typescript(call: Call): string {
  const { operationId, baseUrl, parameters, headers, body, credentials, shown, response } = call;
  const options = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [optionNamed(name), value]),
  );
  const isEmpty = body === undefined || Object.keys(body).length === 0;
  const values = [
    ...parameters.map((value) => scriptLiteral(value)),
    ...(isEmpty ? [] : [scriptLiteral(body, 40)]),
    ...(Object.keys(options).length === 0 ? [] : [scriptLiteral(options)]),
  ];
  const given =
    values.length > 1
      ? `\n${values.map((value) => `${indent(value)},\n`).join('')}`
      : values.join('');
  const isFailure = response.code >= 300;
  const outcome = shown.length === 0 ? 'data' : `{ ${shown.join(', ')} }`;
  return [
    `import { createClient } from 'account-access-client';`,
    '',
    `const client = createClient(${scriptLiteral(credentials ? { baseUrl, credentials } : { baseUrl })});`,
    ...(isFailure
      ? [
          `const result = await client.result.${operationId}(${given});`,
          'if (!result.ok) console.log(result.failure.code, result.failure.reason);',
        ]
      : [
          `const ${outcome} = await client.${operationId}(${given});`,
          `console.log(${shown.length === 0 ? 'data' : shown.join(', ')});`,
        ]),
  ].join('\n');
}

/** The option of the client that sends a header: `Idempotency-Key` is `idempotencyKey`. */
function optionNamed(header: string): string {
  return header.replace(/^\w/, (letter) => letter.toLowerCase()).replaceAll('-', '');
}

/** With the package `requests`. */
function python({
  method,
  baseUrl,
  path,
  headers,
  body,
  takesToken,
  shown,
  response,
}: Call): string {
  const fields = [
    ...(takesToken ? [`"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"`] : []),
    ...Object.entries(headers).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    ),
  ];
  const lines = [
    `"${baseUrl}${path}"`,
    ...(fields.length === 0 ? [] : [`headers=${inBraces(fields)}`]),
    ...(body === undefined ? [] : [`json=${inBraces(Object.entries(body).map(field))}`]),
  ];
  const outcome =
    shown.length === 0 ? ['body["data"]'] : shown.map((name) => `body["data"]["${name}"]`);
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
  if (typeof value !== 'string')
    throw new Error(`the sample in Python cannot write the field ${name}`);
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function inBraces(fields: readonly string[]): string {
  const line = `{${fields.join(', ')}}`;
  return line.length <= 62 ? line : `{\n${fields.map((one) => `    ${one},\n`).join('')}}`;
}

/** For a terminal. */
function curl({ method, baseUrl, path, headers, body, takesToken }: Call): string {
  // With a body, curl sends POST by itself.
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl ${isDefault ? '' : `-X ${method} `}${baseUrl}${path}`,
    ...(takesToken ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${singleQuoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${singleQuoted(jsonLine(body))}`]),
  ].join(' \\\n  ');
}

/** JSON on one line that can wrap between its fields. The bodies of requests are flat. */
function jsonLine(body: object): string {
  const fields = Object.entries(body).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${fields.join(', ')}}`;
}
