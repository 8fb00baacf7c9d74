import type { Call } from './call.ts';
import { indent, scriptLiteral } from './script-literal.ts';

/** With our client, which logs in by itself and reads the responses. */
export function typescript(call: Call): string {
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
    values.length > 1 ? `\n${values.map((value) => `${indent(value)},\n`).join('')}` : values.join('');
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
