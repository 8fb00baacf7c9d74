import { skipCheck } from '../../../outcome.ts';
import type { AccountFixture, MfaFixture, Profile } from '../../../profile/profile.ts';

export const accountNames = [
  'account',
  'secondAccount',
  'mfaAccount',
  'secondMfaAccount',
  'disabledAccount',
] as const satisfies readonly (keyof Profile['fixtures'])[];
export type AccountName = (typeof accountNames)[number];
export type MfaAccountName = 'mfaAccount' | 'secondMfaAccount';

export function accountOf(profile: Profile, name: AccountName): AccountFixture {
  return profile.fixtures[name] ?? skipCheck(`the profile has no ${name}`);
}

export function mfaAccountOf(profile: Profile, name: MfaAccountName): MfaFixture {
  return profile.fixtures[name] ?? skipCheck(`the profile has no ${name}`);
}

export function isMfa(name: AccountName): name is MfaAccountName {
  return name === 'mfaAccount' || name === 'secondMfaAccount';
}

/** The fixture with this identity, in any letter case. */
export function accountWithIdentity(profile: Profile, identity: string): AccountName | undefined {
  const wanted = identity.toLowerCase();
  return accountNames.find((name) => profile.fixtures[name]?.identity.toLowerCase() === wanted);
}
