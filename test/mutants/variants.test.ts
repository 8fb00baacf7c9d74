import { describe, expect, test } from 'vitest';
import { makeRunnable } from '../../conformance/engine/suite.ts';
import { service } from '../../conformance/suite/checks/service.ts';
import { serviceDocumentSuite } from '../../conformance/suite/service-document.ts';
import { timedCheck } from '../support/timed-check.ts';
import { allMutants } from './all-mutants.ts';
import type { Freedoms, Variant } from './mutant.ts';
import { runAgainst } from './run-against.ts';
import { codeFreedoms, tokenFreedoms } from './variants/codes.ts';
import { failureFreedoms, failureVariants } from './variants/failures.ts';
import { keyFreedoms, keyVariants } from './variants/keys.ts';
import { rateLimitVariants } from './variants/rate-limits.ts';
import { resultFreedoms, resultVariants } from './variants/results.ts';
import { bodyFreedoms, wireFreedoms, wireVariants } from './variants/wire.ts';

/** Every freedom, in as few servers as possible: two that change the same part of a server are in different ones. */
function packed(freedoms: Freedoms): Variant[] {
  const servers: Variant[] = [];
  for (const [name, overrides] of Object.entries(freedoms)) {
    const parts = Object.keys(overrides);
    const at = servers.findIndex((server) => !parts.some((part) => part in server.overrides));
    const server = servers[at];
    if (server === undefined) servers.push({ name, overrides });
    else
      servers[at] = {
        name: `${server.name}; ${name}`,
        overrides: { ...server.overrides, ...overrides },
      };
  }
  return servers;
}

/** Checks of decisions that a server may take otherwise without another difference: their mutants are freedoms too. */
const decided = [
  'bodies/empty-body',
  'bodies/other-media-types-are-415',
  'headers/no-cookies',
  'headers/no-cors',
  'headers/no-store',
  'headers/nosniff',
  'keys/body-is-optional',
  'keys/description-is-optional',
  'keys/idempotency-repeat',
  'login/identity-ignores-case',
  'mfa/next-code-is-accepted',
  'mfa/previous-code-is-accepted',
  'revocation/repeat-succeeds',
  'tokens/each-login-has-a-new-token',
  'tokens/token-survives-the-next-login',
  'trace/new-id-with-traceparent',
];
const decidedFreedoms: Freedoms = Object.fromEntries(
  allMutants
    .filter(({ killedBy }) => decided.includes(killedBy))
    .map(({ killedBy, name, overrides }) => [`${killedBy}: ${name}`, overrides]),
);

const variants: readonly Variant[] = [
  // First, because some of them wait while the others run.
  ...rateLimitVariants,
  ...failureVariants,
  ...resultVariants,
  ...keyVariants,
  ...wireVariants,
  ...packed({
    ...failureFreedoms,
    ...resultFreedoms,
    ...keyFreedoms,
    ...tokenFreedoms,
    ...codeFreedoms,
    ...bodyFreedoms,
    ...wireFreedoms,
    ...decidedFreedoms,
  }),
];

// A suite keeps the state of its run.
const suites = () => [makeRunnable(service), serviceDocumentSuite()];

test('a correct server passes every check, including our decisions', async () => {
  const { outcomes, leftovers } = await runAgainst(
    {},
    { suites: suites(), strict: true, skip: [timedCheck] },
  );
  const others = outcomes.filter(
    ({ kind, skipped }) => kind !== 'passed' && skipped !== 'choice' && skipped !== 'nothing',
  );
  expect(
    others.map(({ check, kind, reason, failures }) => ({ check, kind, reason, got: failures[0]?.got })),
  ).toEqual([]);
  expect(leftovers).toEqual([]);
});

describe.concurrent('no check fails a server with other decisions', () => {
  test.each(variants)('$name', async ({ overrides, options, few }) => {
    const { outcomes, stopReason } = await runAgainst(overrides, {
      suites: suites(),
      // Without --strict the other checks fail no server.
      ...(options?.strict !== true && { bases: ['safety', 'shown', 'standard', 'wire'] }),
      ...options,
    });
    const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error');
    expect(
      failed.map(({ check, reason, failures }) => ({
        check,
        reason,
        expected: failures[0]?.expected,
        got: failures[0]?.got,
      })),
    ).toEqual([]);
    expect(stopReason).toBeUndefined();
    const run = outcomes.filter(({ kind }) => kind !== 'skipped');
    expect(run.length).toBeGreaterThan(outcomes.length * (few ? 0.05 : 0.5));
  });
});
