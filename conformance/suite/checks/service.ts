import {
  CannotTestError,
  type CheckContext,
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
      const isUnknownPath = exchange.response.status === 404;
      const advice = isUnknownPath
        ? 'the base URL is the address before /v1: is it right?'
        : 'are identity and password right?';
      throw new CannotTestError(
        `the account of the profile cannot log in (${describeResponse(exchange)}): ${advice}`,
      );
    }
  }
  return context;
}
