import { createCodeReader } from './read-code.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { matchStep } from './totp.ts';

/** Reads what was sent as `otp`: codes are compared in constant time, recovery codes are hashed. */
export const readOneTimeCode = createCodeReader({ matchStep, hashRecoveryCode });
