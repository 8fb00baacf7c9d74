import { expect, test } from 'vitest';
import { reference } from '../../scripts/docs/redoc/reference-page.ts';
import { deprecatedContract } from '../support/server/deprecated-contract.ts';
import { audit } from './support/audit.ts';
import { servePage } from './support/serve-files.ts';
import { open, settle } from './support/site.ts';

test('that an operation ends can be read in the reference: in the menu, on its badge and next to its path', async () => {
  const url = `${await servePage(await reference(deprecatedContract('login')))}#/authentication/login`;
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await open(url, { scheme });
    await page.locator('h2').getByText('deprecated', { exact: true }).waitFor();
    await settle(page);
    const { violations, passes } = await audit(page, { type: 'rule', values: ['color-contrast'] });
    expect(violations, scheme).toEqual([]);
    expect(passes).toBe(1);
  }
});
