import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../conformance/engine/outcome.ts';
import { defineSuite } from '../../conformance/engine/suite.ts';
import { service } from '../../conformance/suite/checks/service.ts';
import { serviceDocumentSuite } from '../../conformance/suite/service-document.ts';
import { timedCheck } from '../support/timed-check.ts';
import { allMutants } from './all-mutants.ts';
import type { Variant, Variants } from './mutant.ts';
import { runAgainst } from './run-against.ts';
import { credentialVariants } from './variants/credentials.ts';
import { ownCodes, responseVariants } from './variants/responses.ts';

/**
 * Each variant that needs a run of its own, then the others in as few servers as possible: two that change the same part of a
 * server are in different ones.
 */
function packed(all: Variants): Variant[] {
  const alone: Variant[] = [];
  const shared: Variant[] = [];
  for (const [name, { run, ...overrides }] of Object.entries(all)) {
    const parts = Object.keys(overrides);
    const at = shared.findIndex((server) => !parts.some((part) => part in server.overrides));
    const server = shared[at];
    if (run !== undefined) alone.push({ name, overrides, ...run });
    else if (server === undefined) shared.push({ name, overrides });
    else
      shared[at] = {
        name: `${server.name}; ${name}`,
        overrides: { ...server.overrides, ...overrides },
      };
  }
  return [...alone, ...shared];
}

/** Checks of decisions that a server may take otherwise without another difference: their mutants are freedoms too. */
const decided = [
  ...['bodies/empty-body', 'bodies/other-media-types-are-415', 'envelope/code-equals-http-status'],
  ...['envelope/failure-has-no-data', 'envelope/failure-reason: sends failures without a reason'],
  ...['headers/no-cookies', 'headers/no-cors', 'headers/no-store', 'headers/nosniff'],
  ...['keys/body-is-optional', 'keys/description-is-optional', 'keys/idempotency-repeat'],
  ...[
    'keys/revoked-id-is-not-used-again',
    'login/identity-ignores-case',
    'mfa/next-code-is-accepted',
  ],
  ...['mfa/previous-code-is-accepted', 'revocation/repeat-succeeds'],
  'secrets/key-only-in-its-generate-response: quotes the key in its note',
  ...['tokens/each-login-has-a-new-token', 'tokens/token-survives-the-next-login'],
  ...['trace/new-id-with-traceparent', 'usage/failures-have-no-latency'],
];
const decidedVariants: Variants = Object.fromEntries(
  allMutants
    .map(({ killedBy, name, overrides }) => [`${killedBy}: ${name}`, overrides] as const)
    .filter(([title]) => decided.some((one) => title.startsWith(`${one}:`) || title === one)),
);

const variants = packed({ ...responseVariants, ...credentialVariants, ...decidedVariants });

// A suite keeps the state of its run.
const suites = () => [defineSuite(service), serviceDocumentSuite()];

const inShort = ({ check, kind, reason, failures: [first] }: Outcome) => ({
  check,
  kind,
  reason,
  expected: first?.expected,
  got: first?.got,
});

test('a correct server passes every check, including our decisions', async () => {
  const { outcomes, leftovers } = await runAgainst(
    {},
    { suites: suites(), strict: true, skip: [timedCheck] },
  );
  const others = outcomes.filter(
    ({ kind, skipped }) => kind !== 'passed' && skipped !== 'choice' && skipped !== 'nothing',
  );
  expect(others.map(inShort)).toEqual([]);
  expect(leftovers).toEqual([]);
});

test('a server with codes of its own differs in nothing but its codes', async () => {
  const { outcomes } = await runAgainst(ownCodes, {
    suites: [defineSuite(service)],
    strict: true,
    skip: [timedCheck],
  });
  const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error');
  expect(failed.map(({ check }) => check)).toEqual(['envelope/code-equals-http-status']);
});

describe.concurrent('no check fails a server with other decisions', () => {
  test.each(variants)('$name', async ({ overrides, options, few }) => {
    const { outcomes, stopReason } = await runAgainst(overrides, {
      suites: suites(),
      // Without --strict the other checks fail no server.
      ...(options?.strict !== true && { bases: ['safety', 'shown', 'standard', 'wire'] }),
      ...options,
    });
    expect(
      outcomes.filter(({ kind }) => kind === 'failed' || kind === 'error').map(inShort),
    ).toEqual([]);
    expect(stopReason).toBeUndefined();
    const run = outcomes.filter(({ kind }) => kind !== 'skipped');
    expect(run.length).toBeGreaterThan(outcomes.length * (few ? 0.05 : 0.5));
  });
});
