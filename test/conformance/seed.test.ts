import { expect, test } from 'vitest';
import { service } from '../../conformance/checks/service.ts';
import { createTarget } from '../../conformance/http/target.ts';
import { runChecks } from '../../conformance/run/run-checks.ts';
import { createSecrets } from '../../conformance/secrets.ts';
import { serviceDocumentSuite } from '../../conformance/service-document.ts';
import { bindSuite } from '../../conformance/suite.ts';
import { modelProfile } from '../mutants/model/accounts.ts';
import { createModel, createModelClock } from '../mutants/model/create-model.ts';
import { timedCheck } from '../support/timed-check.ts';

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
  await runChecks({
    target,
    profile: modelProfile,
    secrets,
    suites: [bindSuite(service), serviceDocumentSuite()],
    seed,
    clock,
    maxTimeMs: Number.POSITIVE_INFINITY,
    // Its number of requests depends on the measured times.
    skip: [timedCheck],
  });
  target.close();
  await model.close();
  return sent
    .map((bytes) => withoutServerValues(secrets.mask(bytes.toString('latin1')), new URL(model.baseUrl).host))
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

const first = await requestsOf(7);

test('two runs with the same seed send the same requests', async () => {
  expect(first.length).toBeGreaterThan(500);
  expect(await requestsOf(7)).toEqual(first);
});

test('a different seed sends different requests', async () => {
  expect(await requestsOf(8)).not.toEqual(first);
});
