import { createTarget, type Target } from '../../conformance/engine/http/target.ts';
import type { RunOptions } from '../../conformance/engine/run/run-options.ts';
import { createSecrets } from '../../conformance/engine/secrets.ts';
import { defineSuite } from '../../conformance/engine/suite.ts';
import { service } from '../../conformance/suite/checks/service.ts';
import type { ServiceProfile } from '../../conformance/suite/profile/service-profile.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { type CollectedRun, collectRun } from '../conformance/collect-run.ts';
import { modelProfile } from './model/accounts.ts';
import type { Behaviour } from './model/behaviour.ts';
import { createModel, createModelClock } from './model/create-model.ts';

export type Options = Partial<
  Pick<
    RunOptions,
    | 'only'
    | 'skip'
    | 'bases'
    | 'strict'
    | 'destructive'
    | 'maxTimeMs'
    | 'maxResponseMs'
    | 'suites'
    | 'clock'
  >
> & {
  /** For one response. */
  readonly timeoutMs?: number;
  readonly profile?: Partial<ServiceProfile>;
};

/** Runs the checks of the service against a new model. */
export async function runAgainst(
  overrides: Partial<Behaviour>,
  { profile, timeoutMs = 15_000, clock = createModelClock(), ...options }: Options = {},
): Promise<CollectedRun> {
  const model = await createModel(overrides, clock);
  const target = createTarget({ baseUrl: model.baseUrl, now: clock.now, timeoutMs });
  return runService(target, {
    profile: { ...modelProfile, ...profile },
    clock,
    // Also on a slow machine.
    maxTimeMs: Number.POSITIVE_INFINITY,
    ...options,
  }).finally(model.close);
}

const { plain, second, disabled, mfa, secondMfa } = demoAccounts;
/** For a server with the demo accounts. */
export const demoProfile: ServiceProfile = {
  ...modelProfile,
  fixtures: {
    ...{ account: plain, secondAccount: second, disabledAccount: disabled },
    mfaAccount: { ...mfa, ...mfa.mfa },
    secondMfaAccount: { ...secondMfa, ...secondMfa.mfa },
  },
};

/** Runs the checks of the service, with the profile of the model unless another one is given, and closes the target. */
export function runService(
  at: Target | string,
  options: Partial<RunOptions> = {},
): Promise<CollectedRun> {
  const target = typeof at === 'string' ? createTarget({ baseUrl: at }) : at;
  return collectRun({
    target,
    profile: modelProfile,
    secrets: createSecrets(),
    suites: [defineSuite(service)],
    seed: 1,
    ...options,
  }).finally(target.close);
}
