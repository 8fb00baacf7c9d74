import { Problem } from '../http/problem.ts';
import type { Operation } from './operation.ts';

export interface GenerateApiKeyDeps {
  readonly createKey: () => {
    readonly id: string;
    readonly key: string;
    readonly keyHash: string;
    readonly keyPrefix: string;
  };
  readonly apiKeys: {
    create(key: {
      readonly id: string;
      readonly accountId: string;
      readonly keyHash: string;
      readonly keyPrefix: string;
      readonly description: string | undefined;
      readonly createdAt: number;
      readonly limit: number;
      readonly traceId: string;
    }): Promise<'created' | 'limit_reached' | 'account_inactive'>;
  };
  readonly maximumKeys: number;
  readonly now: () => number;
}

export const generateApiKey: Operation<'generateApiKey', GenerateApiKeyDeps> = async (deps, input) => {
  const description = input.body?.description;
  const { id, key, keyHash, keyPrefix } = deps.createKey();
  const createdAt = deps.now();
  const outcome = await deps.apiKeys.create({
    id,
    accountId: input.caller.accountId,
    keyHash,
    keyPrefix,
    description,
    createdAt,
    limit: deps.maximumKeys,
    traceId: input.traceId,
  });
  if (outcome === 'limit_reached') throw new Problem('key_limit_reached');
  // The account was disabled or deleted after the token was checked, which ended the token.
  if (outcome === 'account_inactive') throw new Problem('token_invalid');

  return {
    id,
    api_key: key,
    note: 'This is a root-level key. It is shown once: store it now.',
    description: description ?? '',
    created_at: new Date(createdAt).toISOString(),
    key_prefix: keyPrefix,
  };
};
