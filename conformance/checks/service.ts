import document from '#openapi' with { type: 'json' };
import { always, checks } from '../catalogue.ts';
import type { CheckContext, DeclaredOperation, Suite } from '../check.ts';
import { Untestable } from '../outcome.ts';
import { accountNames } from './support/accounts.ts';
import { inWords, readOutcome, traceOf } from './support/answer.ts';
import { createServiceContext, type ServiceContext } from './support/context.ts';
import { operationOf } from './support/operations.ts';

/** The checks of this service, with the sessions and keys that they share. */
export const service: Suite<ServiceContext> = {
  name: 'service',
  checks,
  always,
  prepare,
  braked: (exchange) => (readOutcome(exchange, 'auto')?.code === 429 ? 1 : undefined),
  traceOf,
  declared: declaredOperations(),
  operationOf,
};

async function prepare(base: CheckContext): Promise<ServiceContext> {
  rememberFixtures(base);
  const context = createServiceContext(base);
  context.cleanUp('generated keys', context.keys.revokeAll);
  if (base.profile.fixtures.account !== undefined) {
    const exchange = await context.sessions.login('account', { settings: { quiet: true } });
    // An answer that does not say what became of the login is for the checks to tell.
    if (readOutcome(exchange, base.profile.failures)?.success === false) {
      throw new Untestable(
        `the account of the profile cannot log in (${inWords(exchange)}): are identity and password right?`,
      );
    }
  }
  return context;
}

function rememberFixtures({ profile, secrets }: CheckContext): void {
  for (const name of accountNames) {
    const fixture = profile.fixtures[name];
    if (fixture) secrets.remember('PASSWORD', fixture.password);
  }
  for (const mfa of [profile.fixtures.mfaAccount, profile.fixtures.secondMfaAccount]) {
    if (mfa === undefined) continue;
    secrets.remember('TOTP_SECRET', mfa.totpSecret);
    for (const code of mfa.recoveryCodes) secrets.remember('RECOVERY_CODE', code);
  }
}

function declaredOperations(): DeclaredOperation[] {
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation: unknown) => {
      if (typeof operation !== 'object' || operation === null) return [];
      if (!('operationId' in operation && 'responses' in operation)) return [];
      return [
        { operation: String(operation.operationId), statuses: Object.keys(Object(operation.responses)) },
      ];
    });
}
