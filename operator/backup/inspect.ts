import { chainCount } from '../../server/store/audit/record-event.ts';
import { Kysely, sql } from '../../server/store/kysely.ts';
import { appliedMigrations, migrate, migrations } from '../../server/store/migrations/migrate.ts';
import type { Schema } from '../../server/store/schema.ts';
import { whileReading } from '../../server/store/sqlite/connect.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { verifyAudit } from '../audit/verify.ts';

export interface SchemaAge {
  /** The last migration; `undefined` when the file is not a database of this service. */
  readonly schema: string | undefined;
  /** Compared with the schema of this release. */
  readonly age: 'current' | 'older' | 'newer';
}

export interface Inspection extends SchemaAge {
  readonly accounts: number;
  /** Neither revoked nor expired. */
  readonly activeKeys: number;
  readonly events: number;
  readonly newestEventAt: number | undefined;
  /** What is damaged, in words; empty when nothing is. */
  readonly problems: readonly string[];
}

/** Checks a whole SQLite file, and changes nothing. @throws StoreError when it is not an SQLite file */
export const inspectDatabase = (path: string, now: number) =>
  whileReading(path, (database) => inspect(database, now));

/** @throws StoreError */
export const readSchemaAge = (path: string) => whileReading(path, ageOf);

async function ageOf(database: Kysely<Schema>): Promise<SchemaAge> {
  const applied = await appliedMigrations(database).catch((): string[] => []);
  if (applied[0] !== '0001-initial') return { schema: undefined, age: 'older' };
  const schema = applied.at(-1);
  if (applied.some((name) => !Object.hasOwn(migrations, name))) return { schema, age: 'newer' };
  return { schema, age: applied.length === Object.keys(migrations).length ? 'current' : 'older' };
}

async function inspect(database: Kysely<Schema>, now: number): Promise<Inspection> {
  const { schema, age } = await ageOf(database);
  const nothing = { accounts: 0, activeKeys: 0, events: 0, newestEventAt: undefined };
  if (schema === undefined)
    return { schema, age, ...nothing, problems: ['it is not a database of this service'] };
  const damage = await findDamage(database);
  if (damage.length > 0) return { schema, age, ...nothing, problems: damage };
  // A restore compares an older one after it has migrated the copy.
  const foreign = age === 'current' ? await findForeignSchema(database) : undefined;
  if (foreign !== undefined) return { schema, age, ...nothing, problems: [foreign] };
  const problems = await findBrokenChains(database);
  return { schema, age, ...(await countRows(database, now)), problems };
}

async function findDamage(database: Kysely<Schema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(3)`.execute(
      database,
    );
    const damage = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    const orphans = await sql<{ table: string }>`pragma foreign_key_check`.execute(database);
    const tables = [...new Set(orphans.rows.map(({ table }) => table))];
    return [
      ...damage.map((text) => `SQLite found damage: ${text.replaceAll('\n', ' ')}`),
      ...tables.map((table) => `rows of ${table} belong to accounts that do not exist`),
    ];
  } catch (error) {
    return [`SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}`];
  }
}

// What `analyze` and `pragma optimize` add.
const statistics = [
  'table sqlite_stat1: sqlite_stat1 CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'table sqlite_stat4: sqlite_stat4 CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
];

/** In words. A trigger could undo what a restore ends, or change the audit log. */
export async function findForeignSchema(database: Kysely<Schema>): Promise<string | undefined> {
  const model = new Kysely<Schema>({ dialect: new SharedSqliteDialect(new Sqlite(':memory:')) });
  try {
    await migrate(model);
    const [expected, found] = [await readObjects(model), await readObjects(database)];
    const nameOf = (object: string) => object.split(': ', 1)[0];
    const changed = found.find((object) => ![...expected, ...statistics].includes(object));
    if (changed !== undefined) return `its ${nameOf(changed)} is not as this service creates it`;
    const missing = expected.find((object) => !found.includes(object));
    return missing && `its ${nameOf(missing)} is missing`;
  } finally {
    await model.destroy();
  }
}

async function readObjects(database: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select type || ' ' || name || ': ' || tbl_name || ' ' || coalesce(sql, '') as object from sqlite_schema
  `.execute(database);
  return rows.map(({ object }) => object.replaceAll(/\s+/g, ' '));
}

async function findBrokenChains(database: Kysely<Schema>): Promise<string[]> {
  const { chains } = await verifyAudit(database);
  return chains.flatMap(({ chain, broken }) =>
    broken === undefined
      ? []
      : `chain ${chain} of ${chainCount} of the audit log is damaged at event ${broken.sequence} (${broken.problem})`,
  );
}

async function countRows(database: Kysely<Schema>, now: number) {
  const { rows } = await sql<
    Record<'accounts' | 'activeKeys' | 'events', number> & { at: number | null }
  >`
    select (select count(*) from accounts) as accounts,
      (select count(*) from api_keys where revoked_at is null and (expires_at is null or expires_at > ${now})) as activeKeys,
      (select count(*) from audit_events) as events, (select max(at) from audit_events) as at
  `.execute(database);
  const { at = null, ...counts } = rows[0] ?? { accounts: 0, activeKeys: 0, events: 0 };
  return { ...counts, newestEventAt: at ?? undefined };
}
