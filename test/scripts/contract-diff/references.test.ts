import { describe, expect, test } from 'vitest';
import { type Edit, field, findingsOf, generate, login, revoke } from './planting.ts';

describe('a change without meaning', () => {
  test.each<readonly [string, Edit]>([
    [
      'the order of fields, reasons and responses',
      (document) => {
        const { schemas } = document.components;
        schemas.LoginRequest.properties = Object.fromEntries(
          Object.entries(schemas.LoginRequest.properties).toReversed(),
        );
        schemas.LoginRefusedEnvelope.properties.status.properties.reason.enum.reverse();
        schemas.LoginRefusedEnvelope.properties.status.properties.reason['x-extensible-enum'].reverse();
        schemas.LoginResult.required.reverse();
        login(document).responses = Object.fromEntries(
          Object.entries(login(document).responses).toReversed(),
        );
      },
    ],
    [
      'a schema in place of a reference to it',
      ({ components }) => {
        components.schemas.LoginEnvelope.properties.data = structuredClone(components.schemas.LoginResult);
      },
    ],
    [
      'a reference within allOf',
      ({ components }) => {
        const { properties } = components.schemas.LoginEnvelope;
        properties.data = { allOf: [properties.data] };
      },
    ],
    [
      'a shared response in place of its copies',
      (document) => {
        document.components.responses.Again = structuredClone(document.components.responses.Unavailable);
        login(document).responses['503'] = { $ref: '#/components/responses/Again' };
      },
    ],
    [
      'a length of at least 0',
      (document) => {
        field(document, 'LoginResult', 'nickname').minLength = 0;
      },
    ],
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

  test('finds the same in a contract whose schema contains itself', () => {
    const nested: Edit = ({ components }) => {
      components.schemas.Output.properties = { more: { $ref: '#/components/schemas/Output' } };
    };
    const change: Edit = ({ components }) => {
      components.schemas.Output.minProperties = 1;
    };
    expect(findingsOf(change, nested)).toMatchObject([{ change: 'minProperties none → 1' }]);
  });

  test('counts a field that no rule rates as breaking for both', () => {
    const findings = findingsOf((document) => {
      login(document)['x-new'] = true;
    });
    expect(findings).toMatchObject([
      { clients: 'breaking', servers: 'must follow', why: 'no rule rates it' },
    ]);
  });
});
