import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { blocksOf } from '../docs/support/blocks.ts';
import { runSql } from '../support/server/database.ts';

const page = readFileSync('docs/run/deploy.md', 'utf8');
const sample = blocksOf(page).find(({ language }) => language === 'sql')?.code ?? '';

test('PostgreSQL accepts the statements for a replica', async () => {
  const url = `${inject('postgres')}/postgres`;
  const [set = '', reload = ''] = sample.trim().split('\n').slice(1);
  const [, name = ''] = /^alter system set (\w+) = /.exec(set) ?? [];
  expect(name).toBe('synchronous_standby_names');

  await runSql(url, set);
  // Before the server reads it: the commits of all other tests would wait for a replica.
  await runSql(url, `alter system reset ${name}`);
  await runSql(url, reload);
});
