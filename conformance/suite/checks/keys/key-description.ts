import { decided, type Failure, type Header, jsonRequest, mismatch } from '../../../engine/index.ts';
import { bearer, generatePath, generateRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { failuresOf, judgeInTurn } from '../support/responses/verdicts.ts';
import { generateCheck, type ServiceContext, serviceChecks } from '../support/service-context.ts';

const generate = (context: ServiceContext, body: unknown) =>
  context.sessions.as('account', (token) => generateRequest(token, body));

async function eachDescription(
  context: ServiceContext,
  tries: Readonly<Record<string, unknown>>,
  verdict: 'mustSucceed' | 'mustBeRejected',
): Promise<readonly Failure[]> {
  return failuresOf(context, Object.entries(tries), async ([key, description]) =>
    context[verdict](await generate(context, { description }), { key, note: key }),
  );
}

export const keyDescriptionChecks = serviceChecks(decided('description'), {
  'keys/description-is-optional': generateCheck({
    rule: 'Accepts a generation without a description.',
    run: async (context) => context.mustSucceed(await generate(context, {})),
  }),
  'keys/body-is-optional': generateCheck({
    rule: 'Accepts a generation without a body, with or without a content type.',
    run: async (context) => {
      const types: Readonly<Record<string, readonly Header[]>> = {
        'no content type': [],
        'a content type': [['Content-Type', 'application/json']],
      };
      // In sequence, because a server may allow only one key per user.
      return judgeInTurn(Object.entries(types), async ([key, type]) => {
        const exchange = await context.sessions.as('account', (token) => ({
          ...jsonRequest('POST', generatePath, undefined, [...type, ...bearer(token)]),
          settings: { operation: 'generateApiKey' },
        }));
        return context.mustSucceed(exchange, key);
      });
    },
  }),
  'keys/description-accepts-any-script': generateCheck({
    rule: 'Accepts a description of 0 to 255 code points, in any script.',
    run: (context) =>
      eachDescription(
        context,
        {
          empty: '',
          '255 letters': 'd'.repeat(255),
          // 510 UTF-16 units and 1020 bytes.
          '255 code points outside the basic plane': '\u{1F511}'.repeat(255),
          markup: '<b>"it\'s" & \\ more</b>',
          scripts: 'Ключ ключ مفتاح 鍵',
        },
        'mustSucceed',
      ),
  }),
  'keys/description-limits': generateCheck({
    rule: 'Rejects a description of more than 255 code points, or with control or bidirectional control characters.',
    run: (context) =>
      eachDescription(
        context,
        {
          '256 letters': 'd'.repeat(256),
          'a line feed': 'one\ntwo',
          'an escape': 'one\u001B[2Jtwo',
          'a bidirectional override': 'one\u202Etwo',
          'a C1 control': 'one\u0085two',
        },
        'mustBeRejected',
      ),
  }),
  'keys/description-must-be-a-string': generateCheck({
    rule: 'Rejects a description that is not a string.',
    run: (context) =>
      eachDescription(
        context,
        { 'a number': 7, null: null, true: true, 'a list': ['text'], 'an object': { text: 'text' } },
        'mustBeRejected',
      ),
  }),
  'keys/description-is-unchanged': generateCheck({
    rule: 'Returns the description exactly as the request sent it.',
    run: async (context) =>
      judgeInTurn(Object.entries(exact), async ([key, description]) => {
        const exchange = await generate(context, { description });
        if (!context.outcomeOf(exchange).success) return undefined;
        const got = dataOf(exchange).description;
        if (got === undefined || got === description) return undefined;
        return mismatch(
          JSON.stringify(description),
          JSON.stringify(got) ?? describeResponse(exchange),
          [exchange],
          key,
        );
      }),
  }),
});

const exact = {
  'spaces around it': '  two spaces each  ',
  markup: '<b>"it\'s" & \\ more</b>',
  'decomposed letters': 'e\u0301',
  'outside the basic plane': '\u{1F511}\u{1D538}',
  '255 letters': 'd'.repeat(255),
  'percent signs': '100 %20 %s {{y}} <%= z %>',
};
