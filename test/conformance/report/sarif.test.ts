import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { jsonRequest } from '../../../conformance/engine/http/request.ts';
import type { Report, ReportedCheck } from '../../../conformance/engine/report/report.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { sarifReport } from '../../../conformance/suite/run-contract-tests.ts';
import { temporaryFile } from '../../support/server/database.ts';
import { isInstalled } from '../../support/which-tests-run.ts';
import { exchangeOf, reportOf } from './report-of.ts';

const login = exchangeOf(
  { ...jsonRequest('POST', '/v1/auth/login', {}), settings: { operation: 'login' } },
  { status: 401, text: '{}' },
);
const report = reportOf({ exchanges: [login] }, createSecrets());

/** Validates against the schema of SARIF, where it is installed. */
const isSarif = isInstalled('scripts/tools') ? compileSchema() : undefined;

function compileSchema() {
  const file =
    'scripts/tools/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
  // The schema is of draft 4, which names itself in other words. The rest means the same in draft 7.
  const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  return addFormats.default(new Ajv({ strict: false, unicodeRegExp: false })).compile(schema);
}

function logOf(given: Report) {
  const log = JSON.parse(sarifReport(given));
  isSarif?.(log);
  expect(isSarif?.errors ?? null).toBeNull();
  return log.runs[0];
}

function changed(check: Partial<ReportedCheck>): Report {
  return { ...report, checks: report.checks.map((given) => ({ ...given, ...check })) };
}

/** The text of the document at the location of the only result. */
function placeOf(given: Report, text: string): string {
  const file = temporaryFile('shop.yaml', text);
  const { region } = logOf({ ...given, document: file }).results[0].locations[0].physicalLocation;
  const line = text.split('\n')[region.startLine - 1] ?? '';
  expect(region.endColumn).toBe(line.length + 1);
  return line.slice(region.startColumn - 1, region.endColumn - 1);
}

test('each result has what GitHub requires: a file with a relative address, a region, and a fingerprint', () => {
  const { tool, results } = logOf(report);
  expect(results).toHaveLength(1);
  const [{ locations, message, partialFingerprints, ruleId }] = results;
  const { artifactLocation, region } = locations[0].physicalLocation;
  expect(artifactLocation.uri).toBe('node_modules/account-access/generated/openapi.yaml');
  expect(region).toEqual({
    startLine: expect.any(Number),
    startColumn: 5,
    endLine: region.startLine,
    endColumn: 10,
  });
  expect(partialFingerprints.primaryLocationLineHash).toBe(report.checks[0]?.findings[0]?.id);
  expect(message.text).toMatch(/^Rejects a login with a wrong password\.\n/);
  expect(tool.driver.rules).toMatchObject([
    {
      id: ruleId,
      shortDescription: { text: 'Rejects a login with a wrong password.' },
      fullDescription: { text: expect.stringContaining('4.1 User login') },
      help: { text: expect.stringContaining('4.1 User login') },
      properties: { tags: ['contract', 'shown'] },
    },
  ]);
});

test('a finding about our contract is at the line of its operation', () => {
  const text = readFileSync('generated/openapi.yaml', 'utf8');
  const { region } = logOf(report).results[0].locations[0].physicalLocation;
  const lines = text.split('\n');
  expect(lines[region.startLine - 2]).toBe('  /v1/auth/login:');
  expect(lines[region.startLine - 1]).toBe('    post:');
});

const document = `openapi: 3.1.1
paths:
  /books:
    get:
      responses:
        4XX: { description: no }
    post:
      operationId: login
      requestBody: { required: true }
      responses:
        "200": { description: yes }
        default: { description: no }
`;

test.each<[name: string, check: { operation?: string; source?: string }, line: string]>([
  ['its operation', { source: '4.1' }, 'post:'],
  [
    'the part of the operation that the rule names',
    { source: 'document: requestBody' },
    'requestBody: { required: true }',
  ],
  [
    'the response that the document declares',
    { source: 'document: schema' },
    'default: { description: no }',
  ],
  ['its operation, when it lacks the part', { source: 'document: security' }, 'post:'],
  [
    'its operation, also without an id',
    { operation: 'get /books', source: 'document: responses' },
    '4XX: { description: no }',
  ],
  ['all paths, when it is about no operation', { operation: 'another' }, 'paths:'],
])('a finding is at the line of %s', (_name, { operation = 'login', ...check }, line) => {
  const findings = report.checks.flatMap((one) =>
    one.findings.map((finding) => ({ ...finding, operation })),
  );
  expect(placeOf(changed({ ...check, findings }), document)).toBe(line);
});

test('a document in JSON has lines too', () => {
  const text =
    '{\n  "paths": {\n    "/a": {\n      "post": { "operationId": "login" }\n    }\n  }\n}\n';
  expect(placeOf(report, text)).toBe('"post": { "operationId": "login" }');
});

const bookshop = 'test/conformance/document/documents/bookshop-3.0.yaml';

test.each([
  ['a document of a repository', bookshop, bookshop],
  ['a document on the web', 'https://api.example.com/v1/openapi.yaml', 'openapi.yaml'],
  ['a document in no repository', '/nowhere/my api.yaml', 'my%20api.yaml'],
])('the address of %s is relative to its root', (_name, given, uri) => {
  const [{ locations }] = logOf({ ...report, document: given }).results;
  expect(locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
});
