import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spectral } from '../../scripts/linters.ts';
import { isInstalled } from '../support/which-tests-run.ts';

interface Finding {
  readonly code: string;
  readonly path: readonly string[];
}

/** What the project's own command finds in a document. */
function lint(document: unknown): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'owasp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...spectral, '--format', 'json', '--quiet', file],
      (error, stdout, stderr) => {
        try {
          expect(error?.code, stderr).toBe(1);
          resolve(JSON.parse(stdout));
        } catch (cause) {
          reject(cause);
        }
      },
    );
  });
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
    delete components.responses.KeyConflict.headers.RateLimit;
    delete components.responses.KeyNotFound.headers['RateLimit-Policy'];
    delete paths['/v1/auth/login'].post.description;
    components.securitySchemes.Old = { type: 'http', scheme: 'basic' };

    const found = await lint(document);

    const fields = 'components schemas GenerateApiKeyRequest properties';
    // A rule of two parts reports a place twice.
    const places = new Set(found.map(({ code, path }) => `${code.replace('owasp:', '')} ${path.join(' ')}`));
    expect([...places].toSorted()).toEqual([
      'api2:2023-no-http-basic components securitySchemes Old scheme',
      'api2:2023-write-restricted paths /v1/security/apikey/generate post',
      'api2:2023-write-restricted paths /v1/security/apikey/{id} delete security 1',
      `api4:2023-array-limit ${fields} scopes`,
      `api4:2023-integer-limit ${fields} scopes items`,
      'api4:2023-rate-limit components responses KeyConflict headers',
      'api4:2023-rate-limit components responses KeyNotFound headers',
      'api4:2023-rate-limit-responses-429 paths /v1/security/apikey/{id} delete responses',
      `api4:2023-string-limit ${fields} description`,
      'api4:2023-string-limit paths /v1/security/apikey/generate post parameters 0 schema',
      'api8:2023-no-server-http servers 1 url',
      'operation-description paths /v1/auth/login post',
    ]);
  },
);
