import type { Profile } from '../../../conformance/profile/profile.ts';
import { emptyProfile } from '../../../conformance/profile/profile.ts';
import { fixtures } from './accounts.ts';

/** The profile of a model. */
export const modelProfile: Profile = {
  ...emptyProfile,
  fixtures,
  budget: { logins: Number.POSITIVE_INFINITY, failures: Number.POSITIVE_INFINITY },
};
