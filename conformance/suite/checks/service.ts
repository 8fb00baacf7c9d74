import {
  CannotTestError,
  type CheckContext,
  type CompletedExchange,
  type Exchange,
  type Suite,
} from '../../engine/index.ts';
import { checks, responseChecksFor } from '../catalogue.ts';
import { describeServiceSource } from '../describe-source.ts';
import { serviceNeeds, serviceProfilePart } from '../profile/service-profile.ts';
import { findLoginDemand } from './login/login-demands.ts';
import { sentBodyOf } from './support/accounts/seen-credentials.ts';
import { type Contract, contract, operationsIn } from './support/contract-document.ts';
import { operationOf } from './support/requests/operation-requests.ts';
import {
  codeOf,
  dataOf,
  describeResponse,
  isServerError,
  readOutcome,
  traceOf,
} from './support/responses/service-response.ts';
import { createServiceContext, type ServiceContext } from './support/service-context.ts';

export function serviceOf(given: Contract): Suite<ServiceContext> {
  return {
    name: 'service',
    checks,
    responseChecks: responseChecksFor(given),
    needs: serviceNeeds,
    profile: serviceProfilePart,
    prepare,
    beginBatch: ({ sessions, keys }, size) => {
      sessions.beginBatch(size);
      keys.beginBatch(size);
    },
    hasReachedLimit: ({ keys }) => keys.hasReachedLimit(),
    rateLimitWait: (exchange) => (readOutcome(exchange, 'auto')?.code === 429 ? 1 : undefined),
    traceOf,
    secretsIn,
    describeSource: describeServiceSource,
    statusOf: codeOf,
    declared: operationsIn(given).map(({ id, plan: _, ...declared }) => ({
      operation: id,
      ...declared,
    })),
    operationOf,
  };
}

/** The checks for the contract that the tool was built with. */
export const service = serviceOf(contract);

function secretsIn(exchange: Exchange): readonly (readonly [string, string])[] {
  const sent = sentBodyOf(exchange);
  const bearer = exchange.request.headers.find(
    ([name]) => name.toLowerCase() === 'authorization',
  )?.[1];
  const received = dataOf(exchange);
  const found: readonly (readonly [string, unknown])[] = [
    ['PASSWORD', sent.password],
    ['OTP', sent.otp],
    ['ACCESS_TOKEN', bearer?.replace(/^bearer /i, '')],
    ['ACCESS_TOKEN', received.access_token],
    ['API_KEY', received.api_key],
  ];
  return found.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
}

async function prepare(base: CheckContext): Promise<ServiceContext> {
  const context = createServiceContext(base);
  const { profile } = context;
  context.cleanUp('generated keys', context.keys.revokeAll);
  if (profile.fixtures.account !== undefined) {
    const exchange = await context.sessions.login('account', { settings: { quiet: true } });
    const { success } = readOutcome(exchange, profile.failures) ?? {};
    const isRejected = success === false && dataOf(exchange).access_token === undefined;
    // The checks report a success that does not say so, and a server that requires a header.
    if (isRejected && (await findLoginDemand(context)).header === undefined) {
      throw new CannotTestError(
        `the account of the profile cannot log in (${describeResponse(exchange)}): ${whyRejected(exchange)}`,
      );
    }
  }
  return context;
}

/** What a rejected login says, in the order in which a server finds out. */
function whyRejected(exchange: CompletedExchange): string {
  const code = codeOf(exchange);
  const { reason = '' } = readOutcome(exchange, 'auto') ?? {};
  if (code === 404) return 'the base URL is the address before /v1: is it right?';
  if (isServerError(exchange)) return 'the server failed, which says nothing about the account';
  if (code === 423) return 'the account is locked';
  if (code !== 401 && code !== 403)
    return 'the server rejects the request, whatever its credentials: is this the API of the contract?';
  if (/otp|mfa|totp|second_factor/i.test(reason))
    return 'it needs a one-time code: name it as mfaAccount, and one without a code as account';
  if (/lock|disabled|suspend|inactive/i.test(reason)) return 'unlock it, or name another account';
  return 'are identity and password right? Failed logins of an earlier run may have locked it, too';
}
