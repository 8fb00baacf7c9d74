/** Programs of a user who has installed `account-access` and `account-access-client`, by the name of their file. */
export const programs = {
  'use.mjs': `
import document from 'account-access/openapi.json' with { type: 'json' };
import { contractVersion, failures, operations } from 'account-access';
import { createClient, failures as clientFailures } from 'account-access-client';
import { junitReport, runContractTests } from 'account-access/conformance';
import { createMock } from 'account-access/mock';
import { startMockServer } from 'account-access/mock/server';

const mock = createMock({ otp: '000000' });
const credentials = { identity: 'demo-mfa@example.com', password: 'demo-mfa-password', otp: () => '000000' };
const client = createClient({ baseUrl: 'http://mock.example', credentials, fetch: (request) => mock.fetch(request) });
const key = await client.generateApiKey({ description: 'Nightly build' });
const revoked = await client.revokeApiKey(key.id);
const missing = await client.result.revokeApiKey('key_0123456789abcdefABCDEF');
const server = await startMockServer(createMock());
const report = await runContractTests({ baseUrl: server.url, profile: process.argv[2], only: ['login'] });
await server.close();
console.log(JSON.stringify({
  version: document.info.version === contractVersion,
  path: operations.login.path in document.paths,
  revoked: revoked.message,
  missing: !missing.ok && failures[missing.failure.reason],
  sameContract: JSON.stringify(failures) === JSON.stringify(clientFailures),
  verdict: report.verdict,
  passed: report.summary.passed > 10,
  junit: junitReport(report).includes('<testsuite'),
}));
`,
  'embed.mjs': `
import { once } from 'node:events';
import express from 'express';
import { createClient } from 'account-access-client';
import { createService } from 'account-access/server';

const service = await createService({ config: { database: process.argv[2], rateLimits: false } });
const app = express();
app.get('/', (request, response) => response.send('an app of its own'));
app.use('/access', service.listener);
app.use('/late', express.json(), service.listener);
app.use((error, request, response, next) => response.status(500).send(error.message));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port;
const credentials = { identity: 'demo@example.com', password: 'demo-password' };
const { id } = await createClient({ baseUrl: url + '/access', credentials, timeout: 300_000 }).generateApiKey();
const send = async (path, options) => {
  const response = await fetch(url + path, options);
  return [response.status, (await response.text()).slice(0, 200)];
};
const body = JSON.stringify(credentials);
const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
const results = {
  key: id.slice(0, 4),
  own: await send('/'),
  docs: (await send('/access/docs/'))[0],
  unknown: (await send('/access/unknown'))[0],
  late: await send('/late/v1/auth/login', json),
};
server.close();
server.closeAllConnections();
await service.close();
console.log(JSON.stringify(results));
`,
  // Prints each module that a module loads: https://nodejs.org/api/module.html#customization-hooks
  'hook.mjs': `
import { writeSync } from 'node:fs';
export function load(url, context, next) {
  writeSync(1, url + '\\n');
  return next(url, context);
}
`,
  'loads.mjs': `
import { register } from 'node:module';
register('./hook.mjs', import.meta.url);
await import(process.argv[2]);
`,
} as const;

/** A program of a user who has installed only `account-access-client`, for the mock at an address. */
export const clientProgram = `
import { ApiFailure, contractVersion, createClient, failures, operations } from 'account-access-client';

const [baseUrl] = process.argv.slice(2);
const client = createClient({
  baseUrl,
  credentials: { identity: 'demo-mfa@example.com', password: 'demo-mfa-password', otp: () => '000000' },
  timeout: 300_000,
});
const key = await client.generateApiKey({ description: 'Nightly build' });
const { message } = await client.revokeApiKey(key.id);
const missing = await client.revokeApiKey('key_0123456789abcdefABCDEF').catch((error) => error);
console.log(JSON.stringify({
  description: key.description,
  revoked: message,
  missing: missing instanceof ApiFailure && failures[missing.reason],
  paths: Object.values(operations).map(({ path }) => path),
  version: contractVersion,
}));
`;

/** The same in TypeScript. */
export const typedClient = `
import {
  ApiFailure,
  type ClientOptions,
  type ClientWithoutCredentials,
  type components,
  createClient,
  failures,
  type FailureReason,
  type LoginRequest,
  type OperationId,
  operations,
  type Reason,
  type Result,
  type RevokeApiKeyResult,
} from 'account-access-client';

export const options: ClientOptions = { baseUrl: 'http://127.0.0.1:8080', timeout: 5000 };
export const client: ClientWithoutCredentials = createClient(options);
export const login = async (request: LoginRequest): Promise<string> => (await client.login(request)).access_token;
export const envelope: components['schemas']['RevokeApiKeyEnvelope'] | undefined = undefined;
export const result: Promise<Result<RevokeApiKeyResult>> = client.result.revokeApiKey('key_1', { accessToken: 'aat_1' });
export const code: 409 = failures.key_limit_reached.code;
export const ids: OperationId[] = ['login', 'generateApiKey', 'revokeApiKey'];
export const reasons: readonly Reason[] = operations.login.failures;
export const isFailure = (error: unknown, reason: FailureReason) => error instanceof ApiFailure && error.reason === reason;
// @ts-expect-error a misspelt option
createClient({ baseUrl: '', timeOut: 1 });
`;

const common = `
import { contractVersion, failures, type LoginRequest, operations, type OperationId, type Reason } from 'account-access';
import { ApiFailure, createClient } from 'account-access-client';
import { createMock, type Mock } from 'account-access/mock';
import { mswHandlers } from 'account-access/mock/msw';

export const mock: Mock = createMock({ seed: 7 });
export const client = createClient({ baseUrl: contractVersion, fetch: (request) => mock.fetch(request) });
export const login = async (request: LoginRequest): Promise<string> => (await client.login(request)).access_token;
export const code: 409 = failures.key_limit_reached.code;
export const ids: OperationId[] = ['login', 'generateApiKey', 'revokeApiKey'];
export const reasons: readonly Reason[] = operations.login.failures;
export const handlers = mswHandlers({ all: (path: string) => path }, mock, 'http://mock.example');
export const isFailure = (error: unknown) => error instanceof ApiFailure && error.reason === 'otp_required';
// @ts-expect-error an operation that the contract does not have
export const none: OperationId = 'logout';
`;

/** The same in TypeScript: for a page, and for Node. */
export const typed = {
  page: common,
  node: `${common}
import { createServer } from 'node:http';
import express from 'express';
import { type Report, runContractTests } from 'account-access/conformance';
import { startMockServer } from 'account-access/mock/server';
import { requireApiKey } from 'account-access/require-api-key';
import { createService, type RunningServer, type Service, type ServiceOptions, startServer } from 'account-access/server';
import { contractTests } from 'account-access/vitest';

export const report: Promise<Report> = runContractTests({ baseUrl: 'http://127.0.0.1:8080', only: ['login'] });
export const service: Service = await createService({ config: { database: './a.db', maximumKeys: 5 } });
export const app = express().use('/access', service.listener);
app.get('/', requireApiKey({ url: 'http://127.0.0.1:8081/introspect', credential: 'secret' }), (request, response) => void response.send(request.apiKey?.sub));
export const server = createServer(service.listener);
export const unlimited: ServiceOptions = { config: { rateLimits: false } };
export const started: Promise<RunningServer> = startServer({ config: { port: 0 } });
export const mocked = startMockServer(mock);
await contractTests({ baseUrl: (await mocked).url });
// @ts-expect-error a misspelt setting
void createService({ config: { databse: './a.db' } });
`,
} as const;
