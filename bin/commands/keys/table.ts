import type { ApiKey } from '../../../server/store/keys/api-keys.ts';
import { formatTable } from '../../output/format-table.ts';

/** A row a key. Nothing in it is secret: the prefix is what an owner may be shown again. */
export function formatKeys(keys: readonly ApiKey[]): string {
  return formatTable([
    ['ID', 'PREFIX', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED', 'DESCRIPTION'],
    ...keys.map((key) => [
      key.id,
      key.keyPrefix,
      key.state,
      toDay(key.createdAt),
      toDay(key.expiresAt),
      toDay(key.revokedAt),
      key.description ?? '',
    ]),
  ]);
}

function toDay(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : new Date(milliseconds).toISOString().slice(0, 10);
}
