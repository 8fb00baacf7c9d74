import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { compareContracts } from '../../../scripts/contract-diff/contract-rules.ts';
import { removalError, versionError } from '../../../scripts/contract-diff/releases.ts';
import {
  contract,
  type Edit,
  findingsOf,
  generate,
  login,
  nickname,
  password,
  put,
  revoke,
} from './contracts.ts';

describe('a change without meaning', () => {
  test.each<readonly [string, Edit]>([
    [
      'the order of fields, reasons and responses',
      (document) => {
        const { schemas, responses } = document.components;
        schemas.LoginRequest.properties = Object.fromEntries(
          Object.entries(schemas.LoginRequest.properties).toReversed(),
        );
        responses.LoginRefused['x-extensible-enum'].reverse();
        schemas.LoginResult.required.reverse();
        login(document).responses = Object.fromEntries(
          Object.entries(login(document).responses).toReversed(),
        );
      },
    ],
    [
      'a schema in place of a reference to it',
      ({ components }) => {
        components.schemas.LoginEnvelope.properties.data = structuredClone(
          components.schemas.LoginResult,
        );
      },
    ],
    [
      'a shared response in place of its copies',
      (document) => {
        document.components.responses.Again = structuredClone(
          document.components.responses.Unavailable,
        );
        login(document).responses['503'] = { $ref: '#/components/responses/Again' };
      },
    ],
    ['a length of at least 0', put(nickname, { minLength: 0 })],
    [
      'a parameter of every operation of a path in place of one of the operation',
      (document) => {
        const path = document.paths['/v1/security/apikey/{id}'];
        path.parameters = path.delete.parameters;
        delete path.delete.parameters;
      },
    ],
    [
      'the same access for all operations in place of each one',
      (document) => {
        document.security = generate(document).security;
        delete generate(document).security;
        delete revoke(document).security;
      },
    ],
  ])('finds nothing in %s', (_what, edit) => {
    expect(findingsOf(edit)).toEqual([]);
  });

  test('reports a change of a shared component once, at the component', () => {
    const findings = findingsOf(({ components }) => {
      components.schemas.TraceId.pattern = '^[0-9a-f]{16}$';
    });
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/components/schemas/TraceId/pattern']);
  });

  test('finds the change of a component in documents that share everything else', () => {
    const { components, ...shared } = contract();
    components.schemas.TraceId.not = { $ref: '#/components/schemas/Banned' };
    const banning = (value: string) => ({
      ...shared,
      components: { ...components, schemas: { ...components.schemas, Banned: { const: value } } },
    });
    expect(compareContracts(banning('a'), banning('a'))).toEqual([]);
    expect(compareContracts(banning('a'), banning('b'))).toMatchObject([{ change: 'not changed' }]);
  });
});

test.each<readonly [impact: string, edit: Edit, needed: string]>([
  ['an editorial', put(login, { summary: 'New' }), '1.0.0'],
  ['an additive', put(password, { maxLength: 2048 }), '1.1.0'],
  ['a breaking', put(password, { maxLength: 8 }), '2.0.0'],
])('%s change of 1.0.0 needs a version of its kind', (_impact, edit, needed) => {
  const enough = ['0.9.0', '1.0.0', '1.1.0', '2.0.0'].filter(
    (later) => versionError(findingsOf(edit), '1.0.0', later) === undefined,
  );
  expect(enough[0]).toBe(needed);
});

describe('what was announced to end', () => {
  const ending = { since: '2027-01-01', sunset: '2028-01-01', link: 'https://example.com/' };
  const deprecate: Edit = (document) => {
    for (const marked of [login(document), nickname(document)])
      Object.assign(marked, { deprecated: true, 'x-deprecation': { ...ending } });
  };
  const set =
    (name: string, value: string): Edit =>
    (document) => {
      for (const marked of [login(document), nickname(document)])
        marked['x-deprecation'][name] = value;
    };
  const ofField = { subject: 'LoginResult.nickname' };
  const operation = { subject: 'POST /v1/auth/login' };

  test.each<readonly [string, Edit, string, string]>([
    ['not earlier', set('sunset', '2027-12-31'), 'breaking', 'sunset 2028-01-01 → 2027-12-31'],
    ['later', set('sunset', '2029-01-01'), 'compatible', 'sunset 2028-01-01 → 2029-01-01'],
    [
      'with another page',
      set('link', 'https://b/'),
      'compatible',
      'link https://example.com/ → https://b/',
    ],
    [
      'not at all',
      (document) => {
        for (const marked of [login(document), nickname(document)]) delete marked.deprecated;
      },
      'compatible',
      'no longer deprecated',
    ],
  ])(
    'may end %s; servers must follow where responses name the day',
    (_when, edit, clients, change) => {
      // Only the responses of a deprecated operation have headers for it.
      expect(findingsOf(edit, deprecate)).toEqual([
        expect.objectContaining({ ...operation, clients, change, servers: 'must follow' }),
        expect.objectContaining({ ...ofField, clients, change, servers: 'none' }),
      ]);
    },
  );

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

test('a response with a new reason is compatible, and valid by the released contract', () => {
  const findings = findingsOf(({ components }) => {
    components.responses.LoginRefused['x-extensible-enum'].push('account_locked');
  });
  expect(findings).toMatchObject([{ clients: 'compatible', change: '"account_locked" added' }]);

  const released = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  const media = '/components/responses/LoginRefused/content/application~1json';
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
    released,
    'contract:',
  );
  const validate = ajv.compile({ $ref: `contract:#${media}/schema` });
  const { examples } = released.components.responses.LoginRefused.content['application/json'];
  const body = structuredClone(examples.otp_invalid.value);
  body.status.reason = 'account_locked';
  expect(validate(body)).toBe(true);
  body.status.reason = 7;
  expect(validate(body)).toBe(false);
});
