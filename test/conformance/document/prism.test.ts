import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prism, startPrism } from '../../support/command/prism.ts';
import { isInstalled } from '../../support/which-tests-run.ts';
import { documentPath, readDocument, runDocument } from './run-document.ts';

// Where Prism 5.14 itself differs from the document or the RFC. Each difference was verified.
const noAllow = 'an Allow header on 405 / none';
const cases = [
  {
    name: 'bookshop-3.0',
    credentials: { apiKey: 'a-key-of-the-shop', staff: 'ada:a-password-1815' },
    differences: {
      'document/response-schema': [expect.stringMatching(/property 'problem' \/ .*invalid_json/)],
      'document/undeclared-method/getBook': [noAllow],
      'document/undeclared-method/listBooks': [noAllow],
    },
  },
  {
    name: 'greenhouse-3.1',
    credentials: { bearer: 'token-of-the-greenhouse' },
    differences: {
      'document/invalid-body/addReading': [expect.stringMatching(/unknown_field_of_a_test" \/ 201/)],
      'document/undeclared-method/listPlants': [noAllow],
      'document/undeclared-method/listReadings': [noAllow],
    },
  },
];

describe.runIf(isInstalled('bench')).each(cases)('a mock of $name', ({ name, credentials, differences }) => {
  let mock: Prism;
  beforeAll(async () => {
    mock = await startPrism(documentPath(name));
  });
  afterAll(() => mock.stop());

  test('reports no false failure', async () => {
    // Prism accepts any credential in the right format, and crashes at a path that is not UTF-8.
    const skip = ['document/credentials-invented', 'document/credentials-altered', 'document/path-bytes'];
    const { broken, outcomes } = await runDocument(mock.url, readDocument(name), credentials, { skip });
    const distinct = Object.entries(broken).map(([check, findings]) => [check, [...new Set(findings)]]);
    expect(Object.fromEntries(distinct)).toEqual(differences);
    expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(15);
  });
});
