import { limits } from '../../generated/contract.ts';
import { Problem } from '../http/problem.ts';
import type { Store } from '../store/store.ts';
import type { Data, Operation } from './operation.ts';

export interface GenerateApiKeyDeps {
  readonly apiKeys: Pick<Store['apiKeys'], 'create'>;
  readonly createKeyId: () => string;
  readonly createKey: () => {
    readonly key: string;
    readonly keyHash: string;
    readonly keyPrefix: string;
  };
  readonly maximumKeys: number;
  readonly now: () => number;
}

export const generateApiKey: Operation<'generateApiKey', GenerateApiKeyDeps> = async (
  { apiKeys, createKeyId, createKey, maximumKeys, now },
  { body, headers, caller, traceId, setHeader },
) => {
  const createdAt = now();
  const { key, keyHash, keyPrefix } = createKey();
  const data = {
    id: createKeyId(),
    api_key: key,
    note: 'This is a root-level key. Store it now, as carefully as a password.',
    description: body?.description ?? '',
    created_at: new Date(createdAt).toISOString(),
    key_prefix: keyPrefix,
  };

  const idempotencyKey = headers['idempotency-key'];
  const outcome = await apiKeys.create({
    ...caller,
    id: data.id,
    keyHash,
    keyPrefix,
    description: data.description,
    createdAt,
    maximumKeys,
    traceId,
    idempotency:
      idempotencyKey === undefined
        ? undefined
        : {
            key: idempotencyKey,
            response: JSON.stringify(data),
            expiresAt: createdAt + limits.idempotencySeconds * 1000,
          },
  });

  if (outcome === 'created') return data;
  // The token was ended after it was checked, perhaps while the body was sent slowly.
  if (outcome === 'account_inactive') throw new Problem('token_invalid');
  if (typeof outcome === 'string') throw new Problem(outcome);

  setHeader('Idempotency-Replayed', 'true');
  // It is what this operation returned to the earlier request.
  return JSON.parse(outcome.replay) as Data<'generateApiKey'>;
};
