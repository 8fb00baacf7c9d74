import { randomUUID } from 'node:crypto';
import { afterAll, describe } from 'vitest';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { contractTests } from '../../../conformance/suite/vitest.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import { createModel } from '../../mutants/model/create-model.ts';
import { bookshop, key, staff } from '../document/bookshop-server.ts';
import { documentPath } from '../document/run-document.ts';
import { startTestServer } from '../test-server.ts';

describe('a server that decides otherwise', async () => {
  const model = await createModel({ traceId: () => randomUUID() });
  afterAll(() => model.close());
  const environment = { GITHUB_ACTIONS: 'true' };
  await contractTests({
    baseUrl: model.baseUrl,
    profile: modelProfile,
    environment,
    only: ['trace'],
    seed: 3,
  });
});

describe('a server with another document and a known failure', async () => {
  const server = await startTestServer(bookshop('a missing field'));
  afterAll(() => server.close());
  await contractTests({
    baseUrl: server.url,
    document: documentPath('bookshop-3.0'),
    profile: { ...emptyProfile, credentials: { apiKey: key, staff } },
    baseline: [{ check: 'document/response-schema', reason: 'The title comes next week.' }],
    only: ['document/response-schema', 'document/credentials*'],
    seed: 3,
  });
});
