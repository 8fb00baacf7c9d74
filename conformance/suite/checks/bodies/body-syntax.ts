import { decided, standard } from '../../../engine/index.ts';
import { generateRequest, loginRequest } from '../support/requests/operation-requests.ts';
import { failures } from '../support/responses/verdicts.ts';
import { generateCheck, serviceChecks, type UnnamedCheck } from '../support/service-context.ts';
import { rejectsEach, rejectsLogins, variations } from '../support/variations.ts';

const malformed = [400, 'malformed_request'] as const;

type Bodies = Readonly<Record<string, string | Uint8Array>>;

const malformedJson: Bodies = {
  'cut off': '{"description":"a',
  'no closing brace': '{"description":"a"',
  'one brace too many': '{"description":"a"}}',
  'comma at the end': '{"description":"a",}',
  'comma missing': '{"description":"a" "b":"c"}',
  'single quotes': "{'description':'a'}",
  'name without quotes': '{description:"a"}',
  'line comment': '{"description":"a"} // b',
  'block comment': '{/* b */"description":"a"}',
  'two values': '{"description":"a"}{"description":"b"}',
  'something after': '{"description":"a"} b',
  'something before': 'b {"description":"a"}',
  'line feed in a string': '{"description":"a\nb"}',
  'tab in a string': '{"description":"a\tb"}',
  'unknown escape': '{"description":"a\\x41"}',
  'half an escape': '{"description":"a\\u00"}',
  'not a number': '{"description":NaN}',
  'leading zero': '{"description":01}',
  'capital literal': '{"description":True}',
  undefined: '{"description":undefined}',
  'white space': '  \r\n',
  form: 'description=a',
  xml: '<description>a</description>',
  'protecting prefix': ')]}\'\n{"description":"a"}',
};

const invalidEncoding: Bodies = {
  'byte order mark': '\uFEFF{"description":"a"}',
  'UTF-16': Buffer.from('{"description":"a"}', 'utf16le'),
  'UTF-16 with a mark': Buffer.from('\uFEFF{"description":"a"}', 'utf16le'),
  'Latin-1': Buffer.from('{"description":"\u00e9"}', 'latin1'),
  'overlong slash': bytes('{"description":"', [0xc0, 0xaf], '"}'),
  'encoded surrogate': bytes('{"description":"', [0xed, 0xa0, 0x80], '"}'),
  'lone continuation byte': bytes('{"description":"', [0x80], '"}'),
  'beyond Unicode': bytes('{"description":"', [0xf4, 0x90, 0x80, 0x80], '"}'),
  'cut in a character': bytes('{"description":"', [0xe2, 0x82], '"}'),
};

const invalidStrings: Bodies = {
  'lone high surrogate': '{"description":"a\\ud800b"}',
  'lone low surrogate': '{"description":"a\\udc00b"}',
  'surrogates the wrong way round': '{"description":"\\udc00\\ud800"}',
  'surrogate in a name': '{"\\ud800":"a"}',
  'null character': '{"description":"a\\u0000b"}',
};

const duplicateFields: Bodies = {
  'same value twice': '{"description":"a","description":"a"}',
  'different values': '{"description":"a","description":"b"}',
  'one name escaped': '{"description":"a","d\\u0065scription":"b"}',
};

const deep = (levels: number) => `{"description":${'['.repeat(levels)}${']'.repeat(levels)}}`;

export const jsonBodyChecks = serviceChecks(decided('errors'), {
  'bodies/malformed-json': rejectsBodies(
    'Returns 400 `malformed_request` for invalid JSON.',
    malformedJson,
  ),
  'bodies/invalid-utf-8': rejectsBodies(
    'Returns 400 `malformed_request` for invalid UTF-8 or a byte order mark.',
    invalidEncoding,
  ),
  'bodies/invalid-characters': rejectsBodies(
    'Returns 400 `malformed_request` for a lone surrogate or a null character.',
    invalidStrings,
  ),
  'bodies/duplicate-field': rejectsBodies(
    'Returns 400 `malformed_request` for a duplicate field.',
    duplicateFields,
  ),
  'bodies/nesting-depth': rejectsBodies(
    'Returns 400 `malformed_request` for more than eight levels of nesting.',
    {
      'nine levels': deep(8),
      'a thousand levels': deep(1_000),
      'six thousand levels': deep(6_000),
    },
  ),
  'bodies/empty-body': rejectsLogins({
    rule: 'Returns 400 `malformed_request` for a login with an empty body.',
    cost: { logins: 0, failures: 1 },
    code: malformed,
    bodies: () => ({ '': '' }),
  }),
  'bodies/duplicate-password': rejectsLogins({
    rule: 'Rejects a login with a duplicate field, even when one value is correct.',
    cost: { logins: 0, failures: 2 },
    bodies: ({ identity, password }) => {
      const [right, wrong] = [JSON.stringify(password), JSON.stringify('wrong-one')];
      const body = (...passwords: readonly string[]) =>
        `{"identity":${JSON.stringify(identity)},${passwords.map((one) => `"password":${one}`).join(',')}}`;
      return {
        'right password last': body(wrong, right),
        'right password first': body(right, wrong),
      };
    },
  }),
  'bodies/valid-json': generateCheck({
    rule: 'Accepts all valid JSON: with escapes, white space, and fields in any order.',
    ...standard('RFC 8259 9'),
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const bodies = {
        'escaped letters': '{"description":"account-access t\\u0065st"}',
        'escaped name': '{"d\\u0065scription":"account-access test"}',
        'white space': ' \r\n\t{ \n "description" \t: "account-access test" \r\n } \n',
      };
      const found = [];
      for (const [key, body] of Object.entries(bodies)) {
        const exchange = await context.sessions.as('account', (token) => ({
          ...generateRequest(token),
          body,
        }));
        found.push(context.mustSucceed(exchange, key));
      }
      const { identity, password } = context.account();
      const body = JSON.stringify({ password, identity })
        .replaceAll('@', '\\u0040')
        .replaceAll('/', '\\/');
      const exchange = await context.call({ ...loginRequest({}), body });
      const rejected = context.mustSucceed(exchange, 'the password before the identity');
      const others = failures(found);
      if (rejected === undefined || others.length > 0) return others;
      // Skips the check when the server rejects every login, for example because it locked the account.
      await context.sessions.renew();
      return rejected;
    },
  }),
});

function rejectsBodies(rule: string, bodies: Bodies): UnnamedCheck {
  return rejectsEach(generateCheck, {
    rule,
    ...decided('errors'),
    code: malformed,
    requests: (token) => variations(bodies, (body) => ({ ...generateRequest(token), body })),
  });
}

function bytes(before: string, wrong: readonly number[], after: string): Uint8Array {
  return Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)]);
}
