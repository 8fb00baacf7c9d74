import { describe, expect, test } from 'vitest';
import { removalError } from '../../../scripts/contract-diff/releases.ts';
import { contract, type Edit, field, findingsOf, login } from './planting.ts';

describe('what was announced to end', () => {
  const ending = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/' };
  const deprecate: Edit = (document) => {
    for (const marked of [login(document), field(document, 'LoginResult', 'nickname')])
      Object.assign(marked, { deprecated: true, 'x-deprecation': { ...ending } });
  };
  const set =
    (name: string, value: string): Edit =>
    (document) => {
      login(document)['x-deprecation'][name] = value;
      field(document, 'LoginResult', 'nickname')['x-deprecation'][name] = value;
    };
  const nickname = { subject: 'LoginResult.nickname' };
  const operation = { subject: 'POST /v1/auth/login' };

  test.each<readonly [string, Edit, string, string]>([
    ['not earlier', set('sunset', '2027-12-31'), 'breaking', 'sunset 2028-01-01 → 2027-12-31'],
    ['later', set('sunset', '2029-01-01'), 'compatible', 'sunset 2028-01-01 → 2029-01-01'],
    [
      'with another page',
      set('link', 'https://b.example/'),
      'compatible',
      'link https://example.com/ → https://b.example/',
    ],
    [
      'not at all',
      (document) => {
        delete login(document).deprecated;
        delete field(document, 'LoginResult', 'nickname').deprecated;
      },
      'compatible',
      'no longer deprecated',
    ],
  ])('may end %s; servers must follow where responses name the day', (_when, edit, clients, change) => {
    // Only the responses of a deprecated operation have headers for it.
    expect(findingsOf(edit, deprecate)).toEqual([
      expect.objectContaining({ ...operation, clients, change, servers: 'must follow' }),
      expect.objectContaining({ ...nickname, clients, change, servers: 'none' }),
    ]);
  });

  test('may be removed on its sunset or later', () => {
    const before = contract();
    deprecate(before);
    const after = structuredClone(before);
    delete after.paths['/v1/auth/login'];
    // Not removed: a name within its path is another.
    after.paths['/v1/security/apikey/{key_id}'] = after.paths['/v1/security/apikey/{id}'];
    delete after.paths['/v1/security/apikey/{id}'];

    expect(removalError(before, after, '2027-12-31')).toContain(
      'POST /v1/auth/login has its sunset on 2028-01-01: remove an operation only after its sunset.',
    );
    expect(removalError(before, after, '2028-01-01')).toBeUndefined();
  });
});
