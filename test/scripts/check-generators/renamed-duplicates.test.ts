import { expect, test } from 'vitest';
import { renamedDuplicates } from '../../../scripts/check-generators/generators.ts';

test.each([
  ['export type LoginResponse = {};\nexport type LoginResponse2 = {};', ['LoginResponse2']],
  ['export interface Key {}\nexport interface Key_2 {}', ['Key_2']],
  ['export const login = 1;\nexport const login1 = 2;', ['login1']],
  ['export async function revoke() {}\nexport function revoke10() {}', ['revoke10']],
])('finds a name that a generator numbered (case %#)', (text, names) => {
  expect(renamedDuplicates(text)).toEqual(names);
});

test.each([
  ['an HTTP status', 'export type loginResponse = {};\nexport type loginResponse404 = {};'],
  ['a name of its own', 'export type Sha256 = {};\nexport type Login = {};'],
  ['a name that is not exported', 'export type Options = {};\ntype Options2 = {};'],
])('allows %s', (_case, text) => {
  expect(renamedDuplicates(text)).toEqual([]);
});
