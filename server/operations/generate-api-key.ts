import { limits } from '../../generated/contract.ts';
import { Problem } from '../http/problem.ts';
import type { KeySource } from '../security/credential-hashes.ts';
import type { ApiKeys } from '../store/keys/api-keys.ts';
import type { Operation } from './operation.ts';

export interface GenerateApiKeyDeps {
  readonly createKeyId: () => string;
  /** A random key, or the one that follows from `source`. */
  readonly createKey: (source?: KeySource) => {
    readonly key: string;
    readonly keyHash: string;
    readonly keyPrefix: string;
  };
  /** The random part of what a key is derived from. */
  readonly createKeyMaterial: () => string;
  readonly apiKeys: Pick<ApiKeys, 'create'>;
  readonly maximumKeys: number;
  readonly now: () => number;
}

export const generateApiKey: Operation<'generateApiKey', GenerateApiKeyDeps> = async (
  deps,
  { body, headers, caller: { accountId, revision }, traceId, setHeader },
) => {
  const description = body?.description;
  const idempotencyKey = headers['idempotency-key'];
  const createdAt = deps.now();
  const repeatable =
    idempotencyKey === undefined
      ? undefined
      : {
          idempotencyKey,
          keyMaterial: deps.createKeyMaterial(),
          until: createdAt + limits.idempotencySeconds * 1000,
        };
  const created = deps.createKey(repeatable && { accountId, ...repeatable });
  const id = deps.createKeyId();
  const outcome = await deps.apiKeys.create({
    id,
    accountId,
    revision,
    keyHash: created.keyHash,
    keyPrefix: created.keyPrefix,
    description,
    createdAt,
    limit: deps.maximumKeys,
    traceId,
    repeatable,
  });
  if (outcome === 'limit_reached') throw new Problem('key_limit_reached');
  // The token was ended after it was checked, perhaps while the body was sent slowly.
  if (outcome === 'account_inactive') throw new Problem('token_invalid');
  if (outcome === 'idempotency_conflict' || outcome === 'idempotency_key_spent')
    throw new Problem(outcome);

  // The same response as to the earlier request: its secret is derived again, from the same key material.
  const isReplay = outcome !== 'created' && idempotencyKey !== undefined;
  if (isReplay) setHeader('Idempotency-Replayed', 'true');
  const result = !isReplay
    ? { id, createdAt, ...created }
    : {
        ...outcome,
        ...deps.createKey({ accountId, idempotencyKey, keyMaterial: outcome.keyMaterial }),
      };
  return {
    id: result.id,
    api_key: result.key,
    note: 'This is a root-level key. Store it now, as carefully as a password.',
    description: description ?? '',
    created_at: new Date(result.createdAt).toISOString(),
    key_prefix: result.keyPrefix,
  };
};
