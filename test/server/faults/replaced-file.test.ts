import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { internalOf, sendToInternal } from '../../support/http/internal-listener.ts';
import { stopTimers } from '../../support/server/clock.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

const waysToLose: Readonly<Record<string, (database: string) => void>> = {
  removed: (database) => rmSync(database),
  'moved away': (database) => renameSync(database, `${database}.old`),
  'replaced by a copy': (database) => {
    copyFileSync(database, `${database}.copy`);
    renameSync(`${database}.copy`, database);
  },
};

test.each(Object.entries(waysToLose))(
  'when the file of the database is %s, /ready fails and says so, and so does the log',
  async (_how, lose) => {
    const database = join(temporaryFolder(), 'test.db');
    const server = await serverForTest({ config: { database, internal: { listen: '127.0.0.1:0' } } });
    const ready = () => sendToInternal(internalOf(server), { method: 'GET', target: '/ready' });
    stopTimers();
    expect((await ready()).json).toMatchObject({ ready: true });
    lose(database);
    const { status, json } = await ready();
    expect(status).toBe(503);
    expect(json).toEqual({
      ready: false,
      checks: { accepting: 'ok', store_read: 'failed', store_write: 'failed' },
      reason: expect.stringMatching(/^the file of the database was removed or replaced/),
    });
    await ready();
    expect(server.log.text().match(/was removed or replaced/g)).toHaveLength(1);
  },
);
