import { expect, test } from 'vitest';
import { identityKey } from '../../../server/security/identity.ts';

test('identities that differ only in case or in composition are the same', () => {
  expect(identityKey('Ren\u00e9e@Example.COM')).toBe(identityKey('rene\u0301e@example.com'));
});

test('similar-looking identities stay different', () => {
  expect(identityKey('\uff41na@example.com')).not.toBe(identityKey('ana@example.com'));
  expect(identityKey('stra\u00dfe@example.com')).not.toBe(identityKey('strasse@example.com'));
});
