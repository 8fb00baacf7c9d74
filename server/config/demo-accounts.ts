/** A demo account. Everything in it is public. Only demo servers have these accounts. */
export interface DemoAccount {
  readonly identity: string;
  readonly nickname: string;
  readonly password: string;
  readonly disabled: boolean;
  readonly mfa?: {
    /** Base32, for an authenticator app or a test. */
    readonly totpSecret: string;
    /** Each code works once in the life of a database. */
    readonly recoveryCodes: readonly string[];
  };
}

export const demoAccounts = {
  plain: {
    identity: 'demo@example.com',
    nickname: 'Demo',
    password: 'demo-password',
    disabled: false,
  },
  mfa: {
    identity: 'demo-mfa@example.com',
    nickname: 'Demo with MFA',
    password: 'demo-mfa-password',
    disabled: false,
    mfa: {
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      recoveryCodes: Array.from({ length: 10 }, (_, index) => `dem00-c0de0-0000${index}`),
    },
  },
  secondMfa: {
    identity: 'demo-mfa-2@example.com',
    nickname: 'Second demo with MFA',
    password: 'demo-mfa-2-password',
    disabled: false,
    mfa: {
      totpSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
      recoveryCodes: Array.from({ length: 10 }, (_, index) => `dem02-c0de0-0000${index}`),
    },
  },
  second: {
    identity: 'demo-second@example.com',
    nickname: 'Second demo',
    // Longer than 72 bytes, where some hash functions stop reading, so that contract tests can check that.
    password: 'demo-second-password, and more of it than the seventy-two bytes bcrypt reads',
    disabled: false,
  },
  disabled: {
    identity: 'demo-disabled@example.com',
    nickname: 'Disabled demo',
    password: 'demo-disabled-password',
    disabled: true,
  },
} as const satisfies Record<string, DemoAccount>;

export const demoIdentities: readonly string[] = Object.values(demoAccounts).map(
  ({ identity }) => identity,
);
