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
const large = { headers: [bigHeader, text], body: '{'.repeat(17_000) };
const nowhere = { ...large, method: 'PUT', target: `/v1/nothing${longQuery}` };

/** Everything is wrong with the first request; each one after it has one error less. */
test.each<[reason: string, request: Request]>([
  ['malformed_request', { ...nowhere, headers: [authorization, authorization, bigHeader, text] }],
  ['not_found', nowhere],
  ['method_not_allowed', { ...nowhere, target: paths.generate + longQuery }],
  ['uri_too_long', { ...large, target: paths.generate + longQuery }],
  ['headers_too_large', { ...large, target: paths.generate }],
  ['token_missing', { ...large, target: paths.generate, headers: [text] }],
  ['token_invalid', { ...large, target: paths.generate, headers: [text], token: `${token}x` }],
  ['body_too_large', { ...large, target: paths.generate, headers: [authorization, text] }],
  ['unsupported_media_type', { target: paths.generate, headers: [authorization, text], body: '{' }],
  ['malformed_request', { target: paths.generate, headers: [authorization, json], body: '{' }],
  [
    'validation_failed',
    { target: paths.generate, headers: [authorization], body: { description: 1 } },
  ],
  ['key_limit_reached', { target: paths.generate, headers: [authorization], body: {} }],
])('%s comes before the reasons after it', async (reason, request) => {
  expect((await sendRequest(server, request)).reason).toBe(reason);
});
