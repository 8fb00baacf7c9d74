import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/engine/http/exchange.ts';
import { checks, responseChecks } from '../../../conformance/suite/catalogue.ts';
import {
  findKeyId,
  keyIdCandidates,
} from '../../../conformance/suite/checks/support/accounts/key-id.ts';
import { readOutcome } from '../../../conformance/suite/checks/support/responses/service-response.ts';

const exchangeWith = (status: number, value: unknown) =>
  // Only the response of the exchange is read.
  ({
    response: { status, json: value === undefined ? undefined : { value } },
  }) as unknown as Exchange;
const coded = (code: number) => ({ status: { code, message: 'x', trace_id: 'y' } });

describe('the outcome of a call', () => {
  test.each([
    ['auto', 200, coded(200), true, 200],
    ['auto', 200, coded(401), false, 401],
    ['auto', 401, coded(401), false, 401],
    ['auto', 401, coded(200), false, 401],
    ['auto', 502, undefined, false, 502],
    ['auto', 401, coded(1004), false, 401],
    ['http', 200, coded(401), true, 200],
    ['http', 401, coded(200), false, 401],
    ['envelope', 200, coded(401), false, 401],
    ['envelope', 404, coded(200), true, 200],
  ] as const)('%s: HTTP %i with %j', (style, status, value, success, code) => {
    expect(readOutcome(exchangeWith(status, value), style)).toMatchObject({ success, code });
  });

  test('is unknown when a success does not say so', () => {
    expect(readOutcome(exchangeWith(200, undefined), 'auto')).toBeUndefined();
    expect(readOutcome(exchangeWith(200, { status: {} }), 'envelope')).toBeUndefined();
  });
});

describe('the id of a key', () => {
  test.each([
    ['in data.id', { data: { id: 'a', api_key: 's' } }, 'a', '/data/id'],
    ['under another name', { data: { key_id: 'a' } }, 'a', '/data/key_id'],
    ['as a number', { data: { id: 7 } }, '7', '/data/id'],
    [
      'in an object next to the key',
      { data: { api_key: 's', key: { id: 'a' } } },
      'a',
      '/data/key/id',
    ],
    ['in the output', { data: {}, output: { id: 'a' } }, 'a', '/output/id'],
  ])('is found %s', (_where, value, id, pointer) => {
    expect(findKeyId(value, undefined)).toEqual({ id, pointer });
  });

  test('is not the id of its owner', () => {
    expect(findKeyId({ data: { owner: { id: 'u' }, me_id: 'u' } }, undefined)).toBeUndefined();
  });

  test('is tried in no field about something else, and is no number without the name of an id', () => {
    const data = {
      user_id: 2,
      key_number: 3,
      uses: 4,
      tenantId: 5,
      ref: 'a',
      created_by: 6,
      api_key: 's',
    };
    expect(keyIdCandidates({ data }).map(({ id }) => id)).toEqual(['3', 'a', 's']);
  });

  test('comes only from the pointer of the profile if there is one', () => {
    expect(findKeyId({ data: { id: 'a', b: { c: 'd' } } }, '/data/b/c')?.id).toBe('d');
    expect(findKeyId({ data: { id: 'a' } }, '/data/none')).toBeUndefined();
  });
});

describe('the catalogue', () => {
  const all = [...checks, ...responseChecks];

  test('has unique ids of a subject and a rule', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+\/[a-z0-9-]+$/.test(id))).toEqual([]);
  });

  test('has a documented decision for each decided rule', async () => {
    const decisions = await readFile('docs/test/decisions.md', 'utf8');
    const slugs = [...decisions.matchAll(/^## (.+)$/gm)].map(([, slug]) => slug);
    const known = (source: string) => slugs.includes(source) || source.startsWith('RFC ');
    const lost = all.filter(({ basis, source }) => basis === 'decided' && !known(source));
    expect(lost.map(({ id, source }) => `${id}: ${source}`)).toEqual([]);
  });
});
