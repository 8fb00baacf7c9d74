import type { Exchange, RawRequest, Request } from '../../../engine/index.ts';
import type { AccountFixture } from '../../profile/service-profile.ts';
import { loginRequest } from './requests/operation-requests.ts';
import { judgeAll, judgeInTurn } from './responses/verdicts.ts';
import { loginCheck, type ServiceContext, type UnnamedCheck } from './service-context.ts';

/** Variations of one request, by the name that a report gives to each. A request without variations has no name. */
type Variations<Value> = Readonly<Record<string, Value>>;
type Rule = Omit<UnnamedCheck, 'run'>;
type Define = (settings: UnnamedCheck) => UnnamedCheck;

export function variations<Item, Value>(
  items: Variations<Item>,
  change: (item: Item) => Value,
): Variations<Value> {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, change(item)]));
}

/** Variations whose names are the varied texts. A name is short, because it identifies a finding. */
export function variationsOf<Text extends string, Value>(
  texts: readonly Text[],
  change: (text: Text) => Value,
): Variations<Value> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, 40), change(text)]));
}

/** What is no text, by its name: as an identity, a password or a one-time code. */
export const noTexts = {
  true: true,
  zero: 0,
  null: null,
  'empty list': [],
  'empty object': {},
  'an operator that matches anything': { $ne: null },
};

interface Rejected {
  /** The code, and the reason, of each rejection. @default any */
  readonly code?: readonly [code: number, reason?: string];
}

function judgeRejection(
  context: ServiceContext,
  exchange: Exchange,
  key: string,
  code: Rejected['code'],
) {
  return code === undefined
    ? context.mustBeRejected(exchange, key || undefined)
    : context.mustHaveCode(exchange, code[0], code[1], key || undefined);
}

/** A check that the server rejects each of these requests at the same time. `token` is valid. */
export function rejectsEach(
  define: Define,
  {
    requests,
    code,
    ...rule
  }: Rule &
    Rejected & {
      requests(token: string, context: ServiceContext): Variations<Request | RawRequest>;
    },
): UnnamedCheck {
  return define({
    ...rule,
    run: async (context) => {
      const token = await context.sessions.live();
      return judgeAll(Object.entries(requests(token, context)), async ([key, request]) =>
        judgeRejection(context, await context.call(request), key, code),
      );
    },
  });
}

/** A check that the server rejects a login with each of these bodies, one after the other. A text is the whole body. */
export function rejectsLogins({
  bodies,
  code,
  ...rule
}: Rule &
  Rejected & {
    bodies(account: AccountFixture, context: ServiceContext): Variations<object | string>;
  }): UnnamedCheck {
  return loginCheck({
    ...rule,
    run: async (context) =>
      judgeInTurn(Object.entries(bodies(context.account(), context)), async ([key, body]) => {
        const request =
          typeof body === 'string' ? { ...loginRequest({}), body } : loginRequest(body);
        return judgeRejection(context, await context.call(request), key, code);
      }),
  });
}

/** A check that the server accepts each of these requests, one after the other: it may allow only one key per user. */
export function acceptsEach(
  define: Define,
  {
    requests,
    ...rule
  }: Rule & {
    requests(context: ServiceContext): Variations<(token: string) => Request | RawRequest>;
  },
): UnnamedCheck {
  return define({
    ...rule,
    run: async (context) =>
      judgeInTurn(Object.entries(requests(context)), async ([key, request]) =>
        context.mustSucceed(await context.sessions.as('account', request), key || undefined),
      ),
  });
}
