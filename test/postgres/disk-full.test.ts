import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { OutageError } from '../../server/store/database.ts';
import { addAccount, createKey, now, revoke } from '../server/store/an-account.ts';
import {
  openUntilEnd,
  runSql,
  temporaryDatabase,
  temporaryFolder,
} from '../support/server/database.ts';
import { cannotMount, mountDisk } from '../support/small-disk.ts';

const mebibyte = 2 ** 20;

test.skipIf(cannotMount)(
  'a full disk loses nothing that was acknowledged, and changes work again when there is space',
  async () => {
    const disk = mountSmallDisk();
    const tablespace = await createTablespace(disk.folder);
    const place = await temporaryDatabase();
    const name = new URL(place.database).pathname.slice(1);
    await onServer(`alter database ${name} set tablespace ${tablespace}`);
    const store = await openUntilEnd(place);
    const account = await addAccount(store, 'ana@example.com');
    const more = { description: 'x'.repeat(255), maximumKeys: 1_000_000 };
    const first = await createKey(store, account, more);

    disk.fill();
    const created = [first.id];
    const errors: unknown[] = [];
    const work = async () => {
      while (errors.length === 0)
        await createKey(store, account, more).then(
          ({ id }) => created.push(id),
          (error) => errors.push(error),
        );
    };
    await Promise.all(Array.from({ length: 8 }, work));

    for (const error of errors) expect(error).toBeInstanceOf(OutageError);
    expect(String(errors[0])).toContain('No space left on device');
    const stored = (await store.apiKeys.list(account.id)).map(({ id }) => id);
    expect(stored.toSorted()).toEqual(created.toSorted());

    disk.free();
    expect((await createKey(store, account, more)).outcome).toBe('created');
    expect(await revoke(store, account, first.id)).toBe(now);
  },
);

/** Runs a statement in the server's own database. */
const onServer = (sql: string) => runSql(`${inject('postgres')}/postgres`, sql);

async function createTablespace(folder: string): Promise<string> {
  const name = `small_${process.pid}`;
  await onServer(`create tablespace ${name} location '${folder}'`);
  onTestFinished(async () => {
    await onServer(`drop tablespace ${name}`);
  });
  return name;
}

/** A disk for PostgreSQL, of which `fill` leaves about a mebibyte. */
function mountSmallDisk() {
  const disk = temporaryFolder();
  mountDisk(disk, 32);
  const folder = join(disk, 'tables');
  mkdirSync(folder);
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  for (const path of [disk, folder]) chownSync(path, idOf('-u'), idOf('-g'));

  const ballast = join(disk, 'ballast');
  const room = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize - mebibyte;
  };
  return {
    folder,
    // Piece by piece, because PostgreSQL writes too.
    fill: () => {
      for (let left = room(); left > 0; left = room())
        appendFileSync(ballast, Buffer.alloc(Math.min(left, mebibyte)));
    },
    free: () => rmSync(ballast),
  };
}
