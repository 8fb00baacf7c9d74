import { decided, jsonRequest, mismatch } from '../../../engine/index.ts';
import { bearer, generatePath, generateRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { judgeInTurn } from '../support/responses/verdicts.ts';
import { generateCheck, type ServiceContext, serviceChecks } from '../support/service-context.ts';
import { acceptsEach, rejectsEach, variations } from '../support/variations.ts';

const generate = (context: ServiceContext, body: unknown) =>
  context.sessions.as('account', (token) => generateRequest(token, body));

const rejectsDescriptions = (rule: string, descriptions: Readonly<Record<string, unknown>>) =>
  rejectsEach(generateCheck, {
    rule,
    requests: (token) =>
      variations(descriptions, (description) => generateRequest(token, { description })),
  });

export const keyDescriptionChecks = serviceChecks(decided('description'), {
  'keys/description-is-optional': generateCheck({
    rule: 'Accepts a generation without a description.',
    run: async (context) => context.mustSucceed(await generate(context, {})),
  }),
  'keys/body-is-optional': acceptsEach(generateCheck, {
    rule: 'Accepts a generation without a body, with or without a content type.',
    requests: () =>
      variations(
        {
          'no content type': [],
          'a content type': [['Content-Type', 'application/json'] as const],
        },
        (type) => (token) => ({
          ...jsonRequest('POST', generatePath, undefined, [...type, ...bearer(token)]),
          settings: { operation: 'generateApiKey' },
        }),
      ),
  }),
  'keys/description-accepts-any-script': acceptsEach(generateCheck, {
    rule: 'Accepts a description of 0 to 255 code points, in any script.',
    requests: () =>
      variations(
        {
          empty: '',
          '255 letters': 'd'.repeat(255),
          // 510 UTF-16 units and 1020 bytes.
          '255 code points outside the basic plane': '\u{1F511}'.repeat(255),
          markup: '<b>"it\'s" & \\ more</b>',
          scripts: 'Ключ ключ مفتاح 鍵',
        },
        (description) => (token) => generateRequest(token, { description }),
      ),
  }),
  'keys/description-limits': rejectsDescriptions(
    'Rejects a description of more than 255 code points, or with control or bidirectional control characters.',
    {
      '256 letters': 'd'.repeat(256),
      'a line feed': 'one\ntwo',
      'an escape': 'one\u001B[2Jtwo',
      'a bidirectional override': 'one\u202Etwo',
      'a C1 control': 'one\u0085two',
    },
  ),
  'keys/description-must-be-a-string': rejectsDescriptions(
    'Rejects a description that is not a string.',
    {
      'a number': 7,
      null: null,
      true: true,
      'a list': ['text'],
      'an object': { text: 'text' },
    },
  ),
  'keys/description-is-unchanged': generateCheck({
    rule: 'Returns the description exactly as the request sent it.',
    run: async (context) =>
      judgeInTurn(Object.entries(exact), async ([key, description]) => {
        const exchange = await generate(context, { description });
        if (!context.outcomeOf(exchange).success) return undefined;
        const got = dataOf(exchange).description;
        if (got === undefined || got === description) return undefined;
        const shown = JSON.stringify(got) ?? describeResponse(exchange);
        return mismatch(JSON.stringify(description), shown, [exchange], key);
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
