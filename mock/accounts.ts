import { type DemoAccount, demoAccounts } from '../server/config/demo-accounts.ts';
import { identityKey } from '../server/security/identity.ts';
import { readRecoveryCode } from '../server/security/one-time-codes.ts';
import { checkFields, type Fields, MockError } from './mock-error.ts';

/** A user who can log in at the mock. */
export interface MockAccount {
  /** In the style of an e-mail address. */
  readonly identity: string;
  readonly password: string;
  /** @default the identity */
  readonly nickname?: string;
  /** A disabled user cannot log in. @default false */
  readonly disabled?: boolean;
  /** In Base32. With it, a login requires a one-time code. @default none */
  readonly totpSecret?: string;
  /** A login accepts each of them once, in place of a one-time code. @default [] */
  readonly recoveryCodes?: readonly string[];
}

/** The accounts of a mock that is given none. Everything in them is public. */
export const defaultAccounts: readonly MockAccount[] = Object.values<DemoAccount>(demoAccounts).map(
  ({ mfa, ...account }) => ({ ...account, ...mfa }),
);

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);
const isRecoveryCode = (value: unknown) =>
  typeof value === 'string' && readRecoveryCode(value) !== undefined;

const fields: Fields = {
  identity: [matches(/^[^@\s]+@[^@\s]+$/), 'a text such as ada@example.com'],
  password: [isText, 'a text'],
  nickname: [isText, 'a text'],
  disabled: [(value) => typeof value === 'boolean', 'true or false'],
  totpSecret: [matches(/^[A-Z2-7]{16,}$/), 'at least 16 characters of Base32'],
  recoveryCodes: [
    (value) => Array.isArray(value) && value.every(isRecoveryCode),
    'a list of codes such as dem00-c0de0-00000',
  ],
};

/** Checks the accounts that a test or a file gives. @throws MockError that says what is wrong. */
export function readAccounts(value: unknown): readonly MockAccount[] {
  if (!Array.isArray(value)) throw new MockError('accounts: must be a list');
  const identities = new Set<string>();
  return value.map((account: unknown, index) => {
    const where = `account ${index + 1}`;
    checkFields(account, where, fields, ['identity', 'password']);
    // Every field has been checked.
    const checked = account as unknown as MockAccount;
    const key = identityKey(checked.identity);
    if (identities.has(key)) throw new MockError(`${where}: another account has the same identity`);
    identities.add(key);
    return checked;
  });
}
