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
  /** A new key, which is revoked at the end of the run. Revokes earlier keys when the server says that there are too many. */
  generate(name?: AccountName, description?: string): Promise<GeneratedKey>;
  /** A new key whose id is known, so that it can be revoked. */
  revocable(name?: AccountName): Promise<GeneratedKey & { readonly id: string }>;
  /** The id in a response to a generation. Skips the check when it is not known. */
  idIn(exchange: CompletedExchange): string;
  /** Revokes all keys of this run. Returns a message when some could not be revoked. */
  revokeAll(): Promise<string | undefined>;
}

export function createKeys(context: CheckContext, memory: Memory, sessions: Sessions): Keys {
  const { profile } = context;
  const succeeded = (exchange: CompletedExchange) =>
    readOutcome(exchange, profile.failures)?.success === true;

  const revoke = async ({ id, owner }: KnownKey): Promise<boolean> => {
    if (id === undefined || owner === undefined) return false;
    const exchange = await sessions.as(owner, (token) => revokeRequest(token, id, quiet));
    // The key is already gone.
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

  const idIn = (exchange: CompletedExchange) =>
    findKeyId(exchange.response.json?.value, profile.keyId)?.id ?? skipCheck(noId);

  return {
    generate,
    idIn,
    revokeAll,
    revocable: async (name) => {
      const key = await generate(name);
      return { ...key, id: idIn(key.exchange) };
    },
  };
}

const noId = 'the response has no id of the new key: set keyId in the profile to a JSON Pointer to the id';

const quiet = { settings: { quiet: true } } as const;
