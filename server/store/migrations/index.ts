import type { Migration } from 'kysely';
import * as initial from './0001-initial.ts';
import * as brakes from './0002-brakes.ts';
import * as sealingKeys from './0003-sealing-keys.ts';
import * as auditChains from './0004-audit-chains.ts';
import * as tokenEnds from './0005-token-ends.ts';
import * as counts from './0006-counts.ts';
import * as plainNames from './0007-plain-names.ts';
import * as idempotency from './0008-idempotency.ts';
import * as loginGuard from './0009-login-guard.ts';
import * as appendAuditEvents from './0010-append-audit-events.ts';
import * as dropAuditIndex from './0011-drop-audit-index.ts';

/**
 * All migrations, oldest first. Their names have numbers, because they are applied in alphabetical order. They are imported,
 * not found at run time, so that the build includes them. A released migration is never edited.
 */
export const migrations = {
  '0001-initial': initial,
  '0002-brakes': brakes,
  '0003-sealing-keys': sealingKeys,
  '0004-audit-chains': auditChains,
  '0005-token-ends': tokenEnds,
  '0006-counts': counts,
  '0007-plain-names': plainNames,
  '0008-idempotency': idempotency,
  '0009-login-guard': loginGuard,
  '0010-append-audit-events': appendAuditEvents,
  '0011-drop-audit-index': dropAuditIndex,
} as const satisfies Record<string, Migration>;
