import { type Hooks, hookTarget } from '../hooks.ts';
import { createTarget, type Target, type TargetOptions } from '../http/target.ts';
import type { Secrets } from '../secrets.ts';
import type { Profile } from './profile.ts';
import { renewCredentials } from './renew-credentials.ts';

/**
 * The server that a profile describes: with the headers and the rate of the profile, and with credentials that are renewed.
 * @throws TypeError with one plain sentence when the address or a certificate cannot be used.
 */
export function openTarget(
  profile: Profile,
  secrets: Secrets,
  { headers = [], hooks, ...options }: Omit<TargetOptions, 'passphrase'> & { readonly hooks?: Hooks },
): Target {
  const rate = options.rate ?? profile.limits.requestsPerSecond;
  const target = createTarget({
    ...options,
    headers: [...profile.headers, ...headers],
    ...(rate !== undefined && { rate }),
    ...(profile.passphrase !== undefined && { passphrase: profile.passphrase }),
  });
  // A request that is sent again passes the hooks again.
  return renewCredentials(hooks ? hookTarget(target, hooks, secrets) : target, profile, secrets);
}
