import { expect, test } from 'vitest';
import { describeRequest } from '../../../conformance/engine/http/curl-command.ts';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import type { RunOptions } from '../../../conformance/engine/run/run-options.ts';
import { createSecrets } from '../../../conformance/engine/secrets.ts';
import { defineSuite } from '../../../conformance/engine/suite.ts';
import { service } from '../../../conformance/suite/checks/service.ts';
import { serviceDocumentSuite } from '../../../conformance/suite/service-document.ts';
import { createModelClock, modelForTest } from '../../mutants/model/create-model.ts';
import { demoProfile, runService } from '../../mutants/run-against.ts';
import { addPerson } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';
import { timedCheck } from '../../support/timed-check.ts';

const server = await serverForFile({ demo: true, now: Date.now });

const run = (options: Partial<RunOptions>) =>
  runService(server.url, { profile: demoProfile, strict: true, ...options });

test('the reference server passes every check, and the run leaves no keys on it', async () => {
  const { outcomes, stopReason, leftovers } = await run({ skip: [timedCheck] });
  const failed = outcomes.filter(({ kind }) => kind !== 'passed' && kind !== 'skipped');
  expect(failed.map(({ check, reason, failures }) => ({ check, reason, failures }))).toEqual([]);
  // Tests of the service leave to these checks what they show: none may be skipped unnoticed, but those of codes that may expire.
  const skipped = outcomes.filter(({ kind }) => kind === 'skipped').map(({ check }) => check);
  expect(skipped.filter((check) => !/^(deprecation|limits|mfa)\//.test(check))).toEqual([
    'tokens/expired-token-is-rejected',
    'envelope/output-is-an-object',
    'headers/server-without-version',
    'headers/retry-after-with-429',
  ]);
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

test('a second run on the same server repeats no Idempotency-Key of the first', async () => {
  for (const _ of [1, 2]) {
    const { outcomes } = await run({ only: ['keys/idempotency*'] });
    expect(outcomes.filter(({ kind }) => kind !== 'passed')).toEqual([]);
  }
});

test.each([
  ['the service', ['login/*', 'paths/credentials*']],
  ['the document', ['document/valid-body/login', 'document/malformed-json/login']],
])(
  'no report of checks of %s shows a password or eight characters of it, in any spelling',
  async (_of, only) => {
    const account = await addPerson(server, {
      password: 'Correct! horse (battery) ~st\u00e4ple 71',
    });
    const secrets = createSecrets();
    const target = createTarget({ baseUrl: server.url });
    const shown: string[] = [];
    target.listen(({ request }) => void shown.push(describeRequest(request, server.url, secrets)));
    const profile = { ...demoProfile, fixtures: { ...demoProfile.fixtures, account } };
    const suites = [defineSuite(service), serviceDocumentSuite()];
    await runService(target, { profile, secrets, suites, only });
    expect(shown.join('\n')).toContain('$ALTERED_PASSWORD');
    const plain = (text: string) => text.replaceAll('+', ' ').replaceAll('%20', ' ').toLowerCase();
    const parts = Array.from(account.password, (_, at) =>
      plain(account.password.slice(at, at + 8)),
    );
    for (const part of parts.filter(({ length }) => length === 8))
      expect(shown.filter((text) => plain(text).includes(part))).toEqual([]);
  },
);

/** The requests of a whole run, without the values that change: the server's address, tokens, ids, one-time codes, and each `Idempotency-Key`. */
async function requestsOf(seed: number): Promise<string[]> {
  const clock = createModelClock();
  const model = await modelForTest({}, clock);
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
    suites: [defineSuite(service), serviceDocumentSuite()],
    seed,
    clock,
    maxTimeMs: Number.POSITIVE_INFINITY,
    // Its number of requests depends on the measured times.
    skip: [timedCheck],
  });
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

test('two runs with the same seed send the same requests', async () => {
  const [first, again] = await Promise.all([requestsOf(7), requestsOf(7)]);
  expect(first.length).toBeGreaterThan(500);
  expect(again).toEqual(first);
});
