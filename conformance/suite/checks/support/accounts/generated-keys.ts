import {
  type CompletedExchange,
  jsonRequest,
  mapInParallel,
  skipCheck,
} from '../../../../engine/index.ts';
import type { ServiceBase } from '../../../profile/service-profile.ts';
import {
  bearer,
  generateRequest,
  operationOf,
  plainDescription,
  revokePath,
  revokeRequest,
  withOtherCharacters,
} from '../requests/operation-requests.ts';
import {
  dataOf,
  describeResponse,
  readOutcome,
  stringField,
} from '../responses/service-response.ts';
import { type KeyIds, keyIdCandidates } from './key-id.ts';
import { type Revocation, watchLostKeys } from './lost-keys.ts';
import type { AccountName, KnownKey, Memory } from './seen-credentials.ts';
import type { Sessions } from './sessions.ts';

export interface IdSearch {
  readonly found: boolean;
  /** False when the server reports success for ids that no key has, so that the id may be wrong. */
  readonly certain: boolean;
  /** Revocations with other candidates, which the server rejected. */
  readonly rejected: readonly CompletedExchange[];
}

export type Keys = ReturnType<typeof createKeys>;

export const noId =
  'the id of a new key is not known: set keyId in the profile to a JSON Pointer to the id';

// With which servers reject one key too many.
const limitCodes: ReadonlySet<number> = new Set([403, 409, 429]);

// With which servers say that there is no such key any more.
const goneCodes: ReadonlySet<number> = new Set([404, 409, 410]);

const quiet = { settings: { quiet: true } } as const;

export function createKeys(
  context: ServiceBase,
  memory: Memory,
  sessions: Sessions,
  keyIds: KeyIds,
) {
  const { profile } = context;
  const succeeded = (exchange: CompletedExchange) =>
    readOutcome(exchange, profile.failures)?.success === true;
  const revoke = (id: string, name: AccountName = 'account') =>
    sessions.as(name, (token) => revokeRequest(token, id));

  // Keys from before the batch. A later one may be in use by another check.
  let earlier: ReadonlySet<string> | undefined;
  let hasReachedLimit = false;
  context.target.listen((exchange) => {
    if (operationOf(exchange, context.target.baseUrl) !== 'generateApiKey') return;
    hasReachedLimit ||= limitCodes.has(readOutcome(exchange, profile.failures)?.code ?? 0);
  });

  const lost = watchLostKeys(context);
  // No candidate was the id of a key, so no request can revoke the others.
  let isIdUnknown = false;
  const revokeKnown = async (key: KnownKey): Promise<Revocation> => {
    const { body, owner } = key;
    if (owner === undefined || isIdUnknown) return { key };
    const gone: CompletedExchange[] = [];
    for (const { id, pointer } of keyIds.candidates(body)) {
      const exchange = await sessions.as(owner, (token) => revokeRequest(token, id, quiet));
      if (succeeded(exchange)) {
        keyIds.learn(pointer);
        return { key, revoked: exchange };
      }
      if (goneCodes.has(readOutcome(exchange, profile.failures)?.code ?? 0)) gone.push(exchange);
    }
    return { key, gone };
  };
  const revokeEach = async () => {
    const keys = memory.activeKeys().filter(({ secret }) => earlier?.has(secret) ?? true);
    // The first may show where the id is, which then saves requests for the others.
    const [first, ...others] = keys;
    if (first === undefined) return undefined;
    const revocations = [
      await revokeKnown(first),
      ...(await mapInParallel(context, others, revokeKnown)),
    ];
    lost.judge(revocations);
    const left = revocations.filter(
      ({ revoked, gone = [] }) => !revoked && gone.length === 0,
    ).length;
    return left === 0
      ? undefined
      : `${left} keys could not be revoked: their ids or owners are not known`;
  };
  // Checks that need room at the same time share one revocation, so that no key is revoked twice.
  let revoking: ReturnType<typeof revokeEach> | undefined;
  /** Revokes all keys of this run, except those of checks that run in parallel. Returns a message when some could not be revoked. */
  const revokeAll = () => {
    revoking ??= revokeEach().finally(() => {
      revoking = undefined;
    });
    return revoking;
  };
  /** A new key, which is revoked at the end of the run. Revokes earlier keys when the server says that there are too many. */
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
    return { secret, id: keyIds.in(exchange.response.json?.value), exchange };
  };

  const findId = async (): Promise<IdSearch> => {
    if (profile.keyId !== undefined) return { found: true, certain: true, rejected: [] };
    const { exchange: generated } = await generate();
    const rejected: CompletedExchange[] = [];
    for (const { id, pointer } of keyIds.candidates(generated.response.json?.value)) {
      const exchange = await revoke(id);
      if (succeeded(exchange)) {
        keyIds.learn(pointer);
        const certain = !succeeded(await revoke(withOtherCharacters(id))) || (await findIdByUse());
        return { found: true, certain, rejected };
      }
      rejected.push(exchange);
    }
    isIdUnknown = true;
    return { found: false, certain: false, rejected };
  };
  /** For a server that reports success for any id: the right one is the one after which the key is no longer accepted. */
  const findIdByUse = async (): Promise<boolean> => {
    const { secret, exchange } = await generate();
    const isAccepted = async () => succeeded(await context.call(generateRequest(secret)));
    if (!(await isAccepted())) return false;
    for (const { id, pointer } of keyIdCandidates(exchange.response.json?.value)) {
      await revoke(id);
      if (await isAccepted()) continue;
      keyIds.learn(pointer);
      return true;
    }
    return false;
  };
  /** For a server that rejects every revocation: the one with a JSON body that it accepts, if any. */
  const revokeWithBody = async (): Promise<CompletedExchange | undefined> => {
    const { exchange: generated } = await generate();
    for (const { id, pointer } of keyIds.candidates(generated.response.json?.value)) {
      const exchange = await sessions.as('account', (token) => ({
        ...revokeRequest(token, id),
        ...jsonRequest('DELETE', revokePath(id), { id }, bearer(token)),
      }));
      if (!succeeded(exchange)) continue;
      keyIds.learn(pointer);
      return exchange;
    }
    return undefined;
  };
  let search: Promise<IdSearch> | undefined;
  /** Finds out, once per run, where the id is, unless the profile says so. Revokes a key by each candidate in turn. */
  const searchId = () => {
    search ??= findId().catch((error: unknown) => {
      // Checks that run in parallel may have left no room for a key.
      search = undefined;
      throw error;
    });
    return search;
  };
  /** The id in a response to a generation. Skips the check when it is not known. */
  const idIn = async (exchange: CompletedExchange) => {
    const { found } = await searchId();
    return (found ? keyIds.in(exchange.response.json?.value) : undefined) ?? skipCheck(noId);
  };

  return {
    generate,
    idIn,
    revoke,
    searchId,
    revokeWithBody,
    revokeAll,
    /** What the revocations of all keys have shown. */
    lost: lost.failures,
    beginBatch: (size: number) => {
      earlier = size > 1 ? new Set(memory.activeKeys().map(({ secret }) => secret)) : undefined;
      hasReachedLimit = false;
    },
    hasReachedLimit: () => hasReachedLimit,
    /** A new key whose id is known, so that it can be revoked. Skips the check when no candidate is the id. */
    revocable: async (name?: AccountName) => {
      if (!(await searchId()).found) return skipCheck(noId);
      const key = await generate(name);
      return { ...key, id: await idIn(key.exchange) };
    },
  };
}
