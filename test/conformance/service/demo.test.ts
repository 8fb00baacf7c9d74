import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { service } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { emptyProfile, type Profile } from '../../../conformance/profile/profile.ts';
import type { RunOptions } from '../../../conformance/run/run-options.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { serviceDocumentSuite } from '../../../conformance/service-document.ts';
import { makeRunnable } from '../../../conformance/suite.ts';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { createModel, createModelClock } from '../../mutants/model/create-model.ts';
import { runService } from '../../mutants/run-against.ts';
import { startTestServer, type TestServer } from '../../support/server/test-server.ts';
import { timedCheck } from '../../support/timed-check.ts';

const { plain, second, disabled, mfa } = demoAccounts;
const profile: Profile = {
  ...emptyProfile,
  fixtures: {
    account: plain,
    secondAccount: second,
    disabledAccount: disabled,
    mfaAccount: { ...mfa, ...mfa.mfa },
  },
  budget: { logins: Number.POSITIVE_INFINITY, failures: Number.POSITIVE_INFINITY },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ demo: true, now: Date.now });
});
afterAll(() => server.close());

async function run(options: Partial<RunOptions> = {}, given: Profile = profile) {
  const target = createTarget({ baseUrl: server.url });
  const sent: string[] = [];
  target.listen(({ request }) => sent.push(`${request.method} ${request.target}`));
  try {
    const result = await runService(target, { profile: given, strict: true, ...options });
    return { ...result, sent };
  } finally {
    target.close();
  }
}

test('the reference server passes every check, and the run leaves no keys on it', async () => {
  const { outcomes, stopReason, leftovers } = await run({ skip: [timedCheck] });
  const failed = outcomes.filter(({ kind }) => kind !== 'passed' && kind !== 'skipped');
  expect(failed.map(({ check, reason, failures }) => ({ check, reason, failures }))).toEqual([]);
  expect({ stopReason, leftovers }).toEqual({ stopReason: undefined, leftovers: [] });
});

test('the reference server also passes destructive checks of limits', async () => {
  const only = ['limits/active-keys', 'limits/very-large-headers'];
  const { outcomes, leftovers } = await run({ only, destructive: true });
  const selected = outcomes.filter(({ check }) => only.includes(check));
  expect(selected.map(({ check, kind }) => ({ check, kind }))).toEqual(
    expect.arrayContaining(only.map((check) => ({ check, kind: 'passed' }))),
  );
  expect(leftovers).toEqual([]);
});

test('without fixtures, only checks that need none run', async () => {
  const { outcomes, stopReason } = await run({ skip: ['mfa', 'login', 'tokens', 'keys'] }, emptyProfile);
  expect(stopReason).toBeUndefined();
  const reasons = new Set(outcomes.filter(({ kind }) => kind === 'skipped').map(({ reason }) => reason));
  expect(reasons).toContain('the profile has no fixtures.account');
  expect(outcomes.filter(({ kind }) => kind === 'passed').length).toBeGreaterThan(20);
});

test('a run stops when the account of the profile cannot log in', async () => {
  const wrong = { ...profile, fixtures: { account: { ...plain, password: 'not-its-password' } } };
  const { stopReason, outcomes } = await run({ only: ['paths'] }, wrong);
  expect(stopReason).toContain('cannot log in (HTTP 401, code 401 invalid_credentials)');
  expect(outcomes.map(({ kind }) => kind)).not.toContain('passed');
});

test('a second run on the same server repeats no Idempotency-Key of the first', async () => {
  for (const _ of [1, 2]) {
    const { outcomes } = await run({ only: ['keys/idempotency*'] });
    expect(outcomes.filter(({ kind }) => kind !== 'passed')).toEqual([]);
  }
});

test('two runs send the same requests', async () => {
  const only = ['envelope', 'trace', 'paths', 'authorization', 'bodies', 'headers'];
  const [first, again] = [await run({ only }), await run({ only })];
  // The server chooses the ids of keys.
  const sent = ({ sent: all }: { sent: string[] }) =>
    all.map((line) => line.replace(/key_\w+/, 'key')).toSorted();
  expect(sent(again)).toEqual(sent(first));
});

describe('seed', () => {
  /** The requests of a whole run, without the values that change: the server's address, tokens, ids, one-time codes, and each `Idempotency-Key`. */
  async function requestsOf(seed: number): Promise<string[]> {
    const clock = createModelClock();
    const model = await createModel({}, clock);
    const target = createTarget({ baseUrl: model.baseUrl, now: clock.now });
    const known = createSecrets();
    // Six digits can also occur in a number by chance, so `withoutServerValues` removes the codes instead.
    const remember: typeof known.remember = (name, value) =>
      name === 'OTP' ? name : known.remember(name, value);
    const secrets = { ...known, remember };
    const sent: Buffer[] = [];
    target.listen(({ request }) => void sent.push(Buffer.from(request.bytes)));
    await runService(target, {
      secrets,
      suites: [makeRunnable(service), serviceDocumentSuite()],
      seed,
      clock,
      maxTimeMs: Number.POSITIVE_INFINITY,
      // Its number of requests depends on the measured times.
      skip: [timedCheck],
    });
    target.close();
    await model.close();
    return sent
      .map((bytes) =>
        withoutServerValues(secrets.mask(bytes.toString('latin1')), new URL(model.baseUrl).host),
      )
      .sort();
  }

  function withoutServerValues(text: string, host: string): string {
    return (
      text
        .replaceAll(host, 'HOST')
        .replaceAll(/\$\{?[A-Z_]+[\d:]*\}?=*/g, 'SECRET')
        .replaceAll(/(SECRET\w*)=*/g, 'SECRET')
        // The beginning of a token may look like a word, which is not masked.
        .replaceAll(/(?<=^Authorization: Bearer )aat_\w{4}$/gim, 'SECRET')
        .replaceAll(/"otp":[^,}]*/g, '"otp":CODE')
        .replaceAll(/(?<=^Idempotency-Key: account-access-test-)[\da-f-]{36}/gim, 'VALUE')
        .replaceAll(/(?<=^[A-Z]+ \S*\/apikey\/)(?:k|%6b)(?:e|%65)(?:y|%79)(?:_|%5f)[^ /?]*/gim, 'ID')
    );
  }

  let first: string[];
  beforeAll(async () => {
    first = await requestsOf(7);
  });

  test('two runs with the same seed send the same requests', async () => {
    expect(first.length).toBeGreaterThan(500);
    expect(await requestsOf(7)).toEqual(first);
  });

  test('a different seed sends different requests', async () => {
    expect(await requestsOf(8)).not.toEqual(first);
  });
});
