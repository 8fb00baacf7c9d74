import {
  type Check,
  type CheckContext,
  type CheckSettings,
  defineCheck,
  type Exchange,
  memoize,
} from '../../../engine/index.ts';
import {
  type AccountFixture,
  type ServiceBase,
  type ServiceNeed,
  serviceProfileOf,
} from '../../profile/service-profile.ts';
import { createKeys, type Keys } from './accounts/generated-keys.ts';
import { createKeyIds } from './accounts/key-id.ts';
import {
  type AccountName,
  accountOf,
  type Memory,
  rememberCredentials,
} from './accounts/seen-credentials.ts';
import { createSessions, type Sessions } from './accounts/sessions.ts';
import {
  type Codes,
  createCodes,
  type ServerClock,
  trackServerClock,
} from './one-time-codes/one-time-codes.ts';
import { outcomeOf, type ServiceOutcome } from './responses/service-response.ts';
import { createVerdicts, type Verdicts } from './responses/verdicts.ts';

export interface ServiceContext extends ServiceBase, Verdicts {
  readonly memory: Memory;
  readonly sessions: Sessions;
  readonly keys: Keys;
  readonly codes: Codes;
  readonly serverClock: ServerClock;
  /** An account of the profile. Skips the check when the profile has none. */
  account(name?: AccountName): AccountFixture;
  /** Whether a call succeeded. Skips the check when the response does not say. */
  outcomeOf(exchange: Exchange): ServiceOutcome;
}

export type ServiceCheck = Check<ServiceContext> & { readonly needs: readonly ServiceNeed[] };

export function createServiceContext(given: CheckContext): ServiceContext {
  const base: ServiceBase = { ...given, profile: serviceProfileOf(given.profile) };
  const { profile } = base;
  const keyIds = createKeyIds(profile.keyId);
  const memory = rememberCredentials(base, keyIds);
  const codes = createCodes(base);
  const sessions = createSessions(base, memory, codes, () => keys.revokeAll());
  const keys: Keys = createKeys(base, memory, sessions, keyIds);
  const outcome = (exchange: Exchange) => outcomeOf(exchange, profile.failures);
  return {
    ...base,
    ...createVerdicts(outcome),
    memory,
    sessions,
    keys,
    codes,
    serverClock: trackServerClock(base),
    account: (name = 'account') => accountOf(profile, name),
    outcomeOf: outcome,
  };
}

/** For checks of what all others have done. */
export const lastStage = 10;

type BasisAndSource = Pick<CheckSettings<ServiceContext>, 'basis' | 'source'>;

/** A check, but its id. It needs an account, and rests on what its group rests on, unless it says otherwise. */
export type UnnamedCheck = Omit<
  CheckSettings<ServiceContext>,
  'id' | 'needs' | keyof BasisAndSource
> &
  Partial<BasisAndSource> & { readonly needs?: readonly ServiceNeed[] };

/** Checks by their ids. They rest on `shared`, unless they say otherwise. */
export function serviceChecks(
  shared: BasisAndSource,
  checks: Readonly<Record<string, UnnamedCheck>>,
): readonly ServiceCheck[] {
  return Object.entries(checks).map(([id, { needs = ['account'] as const, ...settings }]) => ({
    ...defineCheck({ id, needs, ...shared, ...settings }),
    needs,
  }));
}

const checkOf =
  (settings: Pick<UnnamedCheck, 'operation' | 'needs'>) =>
  (more: UnnamedCheck): UnnamedCheck => ({ ...settings, ...more });
export const serviceCheck = checkOf({});
export const loginCheck = checkOf({ operation: 'login' });
export const mfaCheck = checkOf({ operation: 'login', needs: ['mfaAccount'] });
export const generateCheck = checkOf({ operation: 'generateApiKey' });
export const revokeCheck = checkOf({ operation: 'revokeApiKey' });

/** Runs `prepare` once per run; the checks that call the result share it. */
export function oncePerRun<Result>(prepare: (context: ServiceContext) => Promise<Result>) {
  return memoize(prepare);
}

/** How a check runs that judges what was prepared once per run: with no other at the same time. */
export function aloneOn<Result>(prepare: (context: ServiceContext) => Promise<Result>) {
  return (judge: (result: Result, context: ServiceContext) => ReturnType<UnnamedCheck['run']>) => ({
    exclusive: true,
    run: async (context: ServiceContext) => judge(await prepare(context), context),
  });
}
