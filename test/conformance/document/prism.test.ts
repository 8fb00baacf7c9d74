import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prism, startPrism } from '../../support/prism.ts';
import { documentPath, readDocument, runDocument } from './run-document.ts';

// What Prism 5.14 itself does otherwise than the document or the RFC says: each was looked at and is true.
const noAllow = 'an Allow header on 405 / none';
const cases = [
  {
    name: 'bookshop-3.0',
    credentials: { apiKey: 'a-key-of-the-shop', staff: 'ada:a-password-1815' },
    truly: {
      'document/answer-schema': [expect.stringMatching(/property 'problem' \/ .*invalid_json/)],
      'document/undeclared-method/getBook': [noAllow],
      'document/undeclared-method/listBooks': [noAllow],
    },
  },
  {
    name: 'greenhouse-3.1',
    credentials: { bearer: 'token-of-the-greenhouse' },
    truly: {
      'document/broken-body/addReading': [expect.stringMatching(/unknown_member_of_a_test" \/ 201/)],
      'document/undeclared-method/listPlants': [noAllow],
      'document/undeclared-method/listReadings': [noAllow],
    },
  },
];

describe.each(cases)('a mock of $name', ({ name, credentials, truly }) => {
  let mock: Prism;
  beforeAll(async () => {
    mock = await startPrism(documentPath(name));
  });
  afterAll(() => mock.stop());

  test('raises no false alarm', async () => {
    // Prism takes any credential that has the right form, and ends at a path that is no UTF-8.
    const skip = ['document/credentials-invented', 'document/credentials-altered', 'document/path-octets'];
    const { broken, outcomes } = await runDocument(mock.url, readDocument(name), credentials, { skip });
    const distinct = Object.entries(broken).map(([check, told]) => [check, [...new Set(told)]]);
    expect(Object.fromEntries(distinct)).toEqual(truly);
    expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(15);
  });
});
