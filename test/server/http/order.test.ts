import { expect, test } from 'vitest';
import { generate, paths, tokenOf } from '../../support/http/call-operations.ts';
import { type Request, sendRequest } from '../../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile({ config: { maximumKeys: 1 } });
const token = await tokenOf(server, credentialsOf(await addPerson(server)));
await generate(server, token);

const authorization = ['Authorization', `Bearer ${token}`] as const;
const bigHeader = ['X-Big', 'x'.repeat(17_000)] as const;
const text = ['Content-Type', 'text/plain'] as const;
const json = ['Content-Type', 'application/json'] as const;
const longQuery = `?${'x'.repeat(2048)}`;
const bigBody = '{'.repeat(17_000);

/** Everything is wrong with the first request; each one after it has one error less. */
test.each<[reason: string, request: Request]>([
  [
    'malformed_request',
    {
      method: 'PUT',
      target: `/v1/nothing${longQuery}`,
      headers: [authorization, authorization, bigHeader, text],
      body: bigBody,
    },
  ],
  [
    'not_found',
    { method: 'PUT', target: `/v1/nothing${longQuery}`, headers: [bigHeader, text], body: bigBody },
  ],
  [
    'method_not_allowed',
    { method: 'PUT', target: paths.generate + longQuery, headers: [bigHeader, text], body: bigBody },
  ],
  ['uri_too_long', { target: paths.generate + longQuery, headers: [bigHeader, text], body: bigBody }],
  ['headers_too_large', { target: paths.generate, headers: [bigHeader, text], body: bigBody }],
  ['token_missing', { target: paths.generate, headers: [text], body: bigBody }],
  ['token_invalid', { target: paths.generate, headers: [text], token: `${token}x`, body: bigBody }],
  ['body_too_large', { target: paths.generate, headers: [authorization, text], body: bigBody }],
  ['unsupported_media_type', { target: paths.generate, headers: [authorization, text], body: '{' }],
  ['malformed_request', { target: paths.generate, headers: [authorization, json], body: '{' }],
  ['validation_failed', { target: paths.generate, headers: [authorization], body: { description: 1 } }],
  ['key_limit_reached', { target: paths.generate, headers: [authorization], body: {} }],
])('%s comes before the reasons after it', async (reason, request) => {
  expect((await sendRequest(server, request)).reason).toBe(reason);
});
