import { readFileSync } from 'node:fs';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { redocly, spectral } from '../../scripts/linters.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { runProgram } from '../support/command/child-process.ts';
import { temporaryFile } from '../support/server/database.ts';
import { serverForFile } from '../support/server/test-server.ts';
import { isInstalled } from '../support/which-tests-run.ts';

const { plain, mfa } = demoAccounts;
const workflows = 'openapi/workflows.arazzo.yaml';

const server = await serverForFile({ demo: true });

function respect(names: readonly string[], inputs: Record<string, string>) {
  const chosen = names.flatMap((name) => ['--workflow', name]);
  const given = Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
  return redocly('respect', workflows, ...chosen, '--server', `service=${server.url}`, ...given);
}

const credentials = { identity: plain.identity, password: plain.password };
const withMfa = { mfa_identity: mfa.identity, mfa_password: mfa.password };

test('the service goes through every workflow', async () => {
  const inputs = { ...credentials, ...withMfa, idempotency_key: 'nightly-build-1' };
  const [otp = ''] = mfa.mfa.recoveryCodes;
  const all = ['key-lifecycle', 'refusals', 'lost-response', 'login-with-mfa'];
  const { exitCode, stdout, stderr } = await respect(all, { ...inputs, otp });
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout + stderr).toMatch(/Workflows: 4 passed, 4 total/);
});

test('a login also takes the code of an authenticator, and a workflow with another outcome fails', async () => {
  // Of the server's clock, which stands still however long the command takes to start.
  const otp = new TOTP({ secret: mfa.mfa.totpSecret }).generate({ timestamp: server.clock.now() });
  const inputs = { ...credentials, ...withMfa, otp, password: 'another' };
  const { exitCode, stdout, stderr } = await respect(['login-with-mfa', 'key-lifecycle'], inputs);
  expect(exitCode).toBe(1);
  expect(stdout + stderr).toMatch(/Workflows: 1 passed, 1 failed, 2 total/);
});

interface Finding {
  readonly code: string;
  readonly path: readonly string[];
}

/** What the project's own command finds in a document. */
async function lint(document: unknown): Promise<readonly Finding[]> {
  const file = temporaryFile('openapi.json', JSON.stringify(document));
  const args = [...spectral, '--format', 'json', '--quiet', file];
  const { code, stdout, stderr } = await runProgram([process.execPath, ...args]);
  expect(code, stderr).toBe(1);
  return JSON.parse(stdout);
}

test.runIf(isInstalled('scripts/tools'))(
  'every planted risk is found at its place, and nothing else is',
  async () => {
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
    const { paths, components, servers } = document;
    const { GenerateApiKeyRequest } = components.schemas;
    servers.push({ url: 'http://api.example.com' });
    delete paths['/v1/security/apikey/generate'].post.security;
    paths['/v1/security/apikey/{id}'].delete.security.push({});
    delete paths['/v1/security/apikey/{id}'].delete.responses['429'];
    delete GenerateApiKeyRequest.properties.description.maxLength;
    delete paths['/v1/security/apikey/generate'].post.parameters[0].schema.maxLength;
    GenerateApiKeyRequest.properties.scopes = { type: 'array', items: { type: 'integer' } };
    delete components.responses.RateLimited.headers['RateLimit-Policy'];
    delete paths['/v1/security/apikey/generate'].post.responses['200'].headers.RateLimit;
    delete paths['/v1/auth/login'].post.description;
    components.securitySchemes.Old = { type: 'http', scheme: 'basic' };

    const found = await lint(document);

    const fields = 'components schemas GenerateApiKeyRequest properties';
    // A rule of two parts reports a place twice.
    const places = new Set(
      found.map(({ code, path }) => `${code.replace('owasp:', '')} ${path.join(' ')}`),
    );
    expect([...places].toSorted()).toEqual([
      'api2:2023-no-http-basic components securitySchemes Old scheme',
      'api2:2023-write-restricted paths /v1/security/apikey/generate post',
      'api2:2023-write-restricted paths /v1/security/apikey/{id} delete security 1',
      `api4:2023-array-limit ${fields} scopes`,
      `api4:2023-integer-limit ${fields} scopes items`,
      'api4:2023-rate-limit components responses RateLimited headers',
      'api4:2023-rate-limit paths /v1/security/apikey/generate post responses 200 headers',
      'api4:2023-rate-limit-responses-429 paths /v1/security/apikey/{id} delete responses',
      `api4:2023-string-limit ${fields} description`,
      'api4:2023-string-limit paths /v1/security/apikey/generate post parameters 0 schema',
      'api8:2023-no-server-http servers 1 url',
      'operation-description paths /v1/auth/login post',
    ]);
  },
);
