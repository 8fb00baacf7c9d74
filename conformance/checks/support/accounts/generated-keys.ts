import type { CheckContext, CompletedExchange } from '../../../check.ts';
import { skipCheck } from '../../../outcome.ts';
import { generateRequest, plainDescription, revokeRequest } from '../requests/operation-requests.ts';
import { dataOf, describeResponse, readOutcome, stringField } from '../responses/service-response.ts';
import type { AccountName } from './fixture-accounts.ts';
import { findKeyId } from './key-id.ts';
import type { KnownKey, Memory } from './seen-credentials.ts';
import type { Sessions } from './sessions.ts';

export interface GeneratedKey {
  readonly secret: string;
  readonly id: string | undefined;
  readonly exchange: CompletedExchange;
}

export interface Keys {
  /** A new key; makes room when the server says that there are too many. It is revoked after the run at the latest. */
  generate(name?: AccountName, description?: string): Promise<GeneratedKey>;
  /** A new key that can be revoked, because its id was found. */
  revocable(name?: AccountName): Promise<GeneratedKey & { readonly id: string }>;
  /** Revokes what was generated so far; returns what could not be revoked, in words. */
  revokeAll(): Promise<string | undefined>;
}

export function createKeys(context: CheckContext, memory: Memory, sessions: Sessions): Keys {
  const { profile } = context;
  const succeeded = (exchange: CompletedExchange) =>
    readOutcome(exchange, profile.failures)?.success === true;

  const revoke = async ({ id, owner }: KnownKey): Promise<boolean> => {
    if (id === undefined || owner === undefined) return false;
    const exchange = await sessions.as(owner, (token) => revokeRequest(token, id, quiet));
    // Gone, whoever did it.
    return (
      succeeded(exchange) || [404, 409, 410].includes(readOutcome(exchange, profile.failures)?.code ?? 0)
    );
  };
  const revokeAll = async () => {
    let left = 0;
    for (const key of memory.activeKeys()) if (!(await revoke(key))) left += 1;
    return left === 0 ? undefined : `${left} keys could not be revoked: their ids or owners are not known`;
  };
  const generate = async (name: AccountName = 'account', description = plainDescription) => {
    const call = () => sessions.as(name, (token) => generateRequest(token, { description }));
    let exchange = await call();
    if (!succeeded(exchange) && memory.activeKeys().length > 0) {
      await revokeAll();
      exchange = await call();
    }
    const secret = stringField(dataOf(exchange), 'api_key');
    if (!succeeded(exchange) || secret === undefined)
      return skipCheck(`no key could be generated: ${describeResponse(exchange)}`);
    return { secret, id: findKeyId(exchange.response.json?.value, profile.keyId)?.id, exchange };
  };

  return {
    generate,
    revokeAll,
    revocable: async (name) => {
      const { id, ...key } = await generate(name);
      return id === undefined
        ? skipCheck(
            'the id of a new key was not found in the answer; say where it is with keyId in the profile',
          )
        : { id, ...key };
    },
  };
}

const quiet = { settings: { quiet: true } } as const;
