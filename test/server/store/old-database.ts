import { createHash, randomBytes } from 'node:crypto';
import { Migrator, sql } from 'kysely';
import { createPasswords } from '../../../server/security/passwords/password.ts';
import { createId } from '../../../server/security/random.ts';
import { migrations } from '../../../server/store/migrations/index.ts';
import { connect } from '../../../server/store/sqlite/connect.ts';
import { now } from './an-account.ts';

export const oldPassword = 'correct horse';
export const oldSeed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
export const oldRecoveryCode = '11111-11111-11111';

/** A database as the release before secrets were encrypted made it: one account with MFA, everything in clear. */
export async function makeOldDatabase(path: string) {
  const { database } = await connect(path, 'durable');
  const before = {
    '0001-initial': migrations['0001-initial'],
    '0002-brakes': migrations['0002-brakes'],
  };
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => before } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;

  const id = createId('user', randomBytes);
  const passwordHash = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash(oldPassword);
  const codeHash = createHash('sha256').update('111111111111111').digest('hex');
  await sql`insert into accounts values (${id}, 'old@example.com', 'old@example.com', 'Old', ${passwordHash},
    ${oldSeed}, null, 1, ${now}, null)`.execute(database);
  await sql`insert into recovery_codes values (${id}, ${codeHash}, null)`.execute(database);
  await sql`insert into audit_events (at, account_id, event) values (${now}, ${id}, 'account_added')`.execute(
    database,
  );
  await database.destroy();
  return { id, identity: 'old@example.com', secrets: [oldSeed, passwordHash, codeHash] };
}
