import { afterAll, beforeAll } from 'vitest';
import { contractTests } from '../../conformance/vitest.ts';
import { createModel } from '../mutants/model/create-model.ts';
import { modelProfile } from '../mutants/model/model-profile.ts';

let model: Awaited<ReturnType<typeof createModel>>;

beforeAll(async () => {
  model = await createModel({});
});
afterAll(() => model.close());

// Used as implementers use it: every check becomes a test of this file.
contractTests({
  baseUrl: () => model.baseUrl,
  profile: modelProfile,
  only: ['login', 'trace', 'limits'],
  seed: 3,
});
