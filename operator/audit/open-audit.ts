import { openReader } from '../../server/store/engine/open-reader.ts';
import { appliedMigrations } from '../../server/store/migrations/migrate.ts';
import { hidePassword } from '../../server/store/postgres/url.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';

export interface OpenAudit extends AuditLog {
  close(): Promise<void>;
}

/** Opens the audit of a database and nothing else of it, to read: it changes nothing. @throws StoreError */
export async function openAudit({ database }: { readonly database: string }): Promise<OpenAudit> {
  const reader = await openReader(database);
  try {
    const applied = await appliedMigrations(reader);
    if (!applied.includes('0004-audit-chains'))
      throw new StoreError(
        'schema_too_old',
        `${hidePassword(database)} has no audit in chains yet: 'serve' of this release brings a database up to date`,
      );
    return { ...createAuditLog(reader), close: () => reader.destroy() };
  } catch (error) {
    await reader.destroy();
    throw error;
  }
}
