import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsOf } from '../../../scripts/contract/operations.ts';
import type { ExampleEntry } from '../../../scripts/docs/downloads/downloads.ts';
import { exampleFiles, exampleIndex } from '../../../scripts/docs/downloads/downloads.ts';
import { readSources } from '../../../scripts/docs/sources.ts';

test('every named example is a file, and the list says where each belongs', async () => {
  const { document } = await readSources(join(import.meta.dirname, '../../..'));
  const files = new Map(
    exampleFiles(document).map(({ path, content }) => [path, JSON.parse(content.toString())]),
  );
  const list: ExampleEntry[] = JSON.parse(exampleIndex(document));
  expect(list.map(({ file }) => `downloads/${file}`)).toEqual([...files.keys()]);
  expect(files.get('downloads/examples/login/401/otp_required.json')).toMatchObject({
    status: { code: 401, reason: 'otp_required' },
  });
  expect(files.get('downloads/examples/login/request/plain_login.json')).toHaveProperty('identity');
  expect(files.get('downloads/examples/revoke-api-key/id/revoked.json')).toMatch(/^key_/);
  const shared = Object.keys(document.components?.examples ?? {}).length;
  expect(files.size).toBeGreaterThan(shared);
  for (const { operation, part, name, file } of list) {
    expect(operationsOf(document).map((entry) => entry.operation.operationId)).toContain(operation);
    if (/^\d+$/.test(part)) expect(String(files.get(`downloads/${file}`).status.code), name).toBe(part);
  }
});
