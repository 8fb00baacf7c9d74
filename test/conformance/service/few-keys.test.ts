import { expect, test } from 'vitest';
import { refuse } from '../../mutants/model/behaviour.ts';
import { correct } from '../../mutants/model/correct.ts';
import { withKeyData } from '../../mutants/overrides.ts';
import { runAgainst } from '../../mutants/run-against.ts';

const only = 'keys/keys-are-unpredictable';

test('two keys are too few to show whether keys are predictable', async () => {
  const { outcomes } = await runAgainst(
    {
      // Without ids the tool cannot revoke keys to make room.
      ...withKeyData(({ id: _, ...data }) => data),
      generate: async (state, owner, ...request) =>
        state.keys.size < 2 ? correct.generate(state, owner, ...request) : refuse('key_limit_reached'),
    },
    { only: [only], strict: true },
  );
  const outcome = outcomes.find(({ check }) => check === only);
  expect(outcome).toMatchObject({
    kind: 'skipped',
    reason: '2 keys are too few to show whether keys are predictable',
  });
});
