import { expect, test } from 'vitest';
import { service } from '../../../conformance/checks/service.ts';
import { createTarget } from '../../../conformance/http/target.ts';
import { runChecks } from '../../../conformance/run/run-checks.ts';
import { createSecrets } from '../../../conformance/secrets.ts';
import { bindSuite } from '../../../conformance/suite.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import { createModel } from '../../mutants/model/create-model.ts';

test('words that a check sends as tokens are not secrets and stay readable in reports', async () => {
  const model = await createModel();
  const target = createTarget({ baseUrl: model.baseUrl });
  const sent: (string | undefined)[] = [];
  target.listen(({ request }) => {
    sent.push(request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]);
  });
  const secrets = createSecrets();
  const result = await runChecks({
    ...{ target, secrets, profile: modelProfile, suites: [bindSuite(service)], seed: 1 },
    only: ['tokens/unknown-token-is-rejected'],
  });
  target.close();
  await model.close();
  expect(result.outcomes.find(({ check }) => check.startsWith('tokens/'))?.kind).toBe('passed');
  for (const word of ['null', 'true', 'undefined', '__proto__']) {
    expect(sent).toContain(`Bearer ${word}`);
    expect(secrets.mask(`{"given":${word}}`)).toBe(`{"given":${word}}`);
    expect(secrets.find(`a response with ${word} in it`)).toEqual([]);
  }
});
