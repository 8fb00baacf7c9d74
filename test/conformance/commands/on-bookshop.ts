import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { commandLine } from '../../bin/support/in-process.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { modelForTest } from '../../mutants/model/create-model.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { bookshop, key, staff } from '../document/bookshop-server.ts';
import { documentPath } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';

/**
 * Runs `account-access test` with the document of the bookshop, in a folder with these files. Few of the requests are generated,
 * because the tests are about the command.
 */
export async function testBookshop(
  url: string,
  profile: object,
  args: readonly string[] = [],
  folder = temporaryFolder(),
) {
  writeFileSync(join(folder, 'profile.yaml'), stringify(profile));
  const report = join(folder, 'report.json');
  const result = await commandLine(
    [
      ...['test', url, '--document', documentPath('bookshop-3.0')],
      ...['--seed', '1', '--max-examples', '3'],
      ...['--profile', join(folder, 'profile.yaml'), '--report', `json=${report}`, ...args],
    ],
    { environment: { PATH: process.env.PATH ?? '' } },
  );
  return { ...result, folder, report: () => readFileSync(report, 'utf8') };
}

/** A model of the service until the test ends, with a profile of its accounts. */
export async function openModel(overrides: Partial<Behaviour> = {}) {
  const { baseUrl: url } = await modelForTest(overrides);
  const folder = temporaryFolder();
  const profile = join(folder, 'profile.yaml');
  writeFileSync(profile, stringify({ demo: true, fixtures: modelProfile.fixtures }));
  return { url, folder, profile };
}

/** A bookshop until the test ends. `intercept` may respond instead of it, and then returns true. */
export async function openBookshop(
  intercept: (...args: Parameters<RequestListener>) => boolean = () => false,
) {
  const shop = bookshop();
  return serverForTest((request, response) => {
    if (!intercept(request, response)) void shop(request, response);
  });
}

export const shopProfile = { demo: true, credentials: { apiKey: key, staff } };
