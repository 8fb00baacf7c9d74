import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { referencePage } from '../../scripts/docs/reference/reference-page.ts';
import { deprecatedContract } from '../support/server/deprecated-contract.ts';
import { audit } from './support/audit.ts';
import { serveFiles } from './support/serve-files.ts';
import { folder, open, settle } from './support/site.ts';

test('that an operation ends can be read in the reference, in both schemes', async () => {
  const site = await mkdtemp(join(tmpdir(), 'ending-'));
  onTestFinished(() => rm(site, { recursive: true }));
  await cp(folder, site, { recursive: true });
  await writeFile(join(site, 'reference.html'), referencePage(deprecatedContract('login'), []));
  const url = `${await serveFiles(site)}reference.html#login`;
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await open(url, { scheme });
    await page.locator('.ending').getByText('Deprecated since').waitFor();
    await settle(page);
    const { violations, passes } = await audit(page, { type: 'rule', values: ['color-contrast'] });
    expect(violations, scheme).toEqual([]);
    expect(passes).toBe(1);
  }
});
