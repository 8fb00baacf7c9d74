import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'An attacker tries one password after another': {
    'clocks-set-back': {
      file: 'server/store/rate-limits.ts',
      find: 'const isOver = sql`(rate_limits.until <= ${now} or rate_limits.until > ${end})`;',
      replace: 'const isOver = sql`(rate_limits.until <= ${now} or ${end} < 0)`;',
    },
    'one-form-of-addresses': {
      file: 'server/security/throttle/rate-limit-keys.ts',
      find: "if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')",
      replace: "if (groups.slice(0, 6).join(':') === '')",
    },
    'requests-per-minute': {
      file: 'server/http/run-operation.ts',
      find: "if (quota.exceeded) throw new Problem('rate_limited', { retryAfter: resetSeconds });",
    },
    'waits-after-failures': {
      test: 'server/operations/login-rate-limits.test.ts',
      file: 'server/security/throttle/failure-limit.ts',
      find: 'if (waitMs > 0 && waitMs <= longest + clockToleranceMs) return { waitMs };',
    },
  },
  'Simultaneous attempts at several processes bypass the count': {
    'attempts-counted-first': {
      file: 'server/security/throttle/failure-limit.ts',
      find: "if ('waitMs' in turn || (await memory.swap(key, seen, turn.next, now))) return { seen, turn };",
      replace: 'return { seen, turn };',
    },
    'first-swap-compares': {
      test: 'server/store/rate-limits.test.ts',
      file: 'server/store/rate-limits.ts',
      find: 'return (await insertCount(on, state)).numAffectedRows === 1n;',
      replace: `await insertCount(on, state);
    return true;`,
    },
    'swaps-compare': {
      test: 'server/store/rate-limits.test.ts',
      file: 'server/store/rate-limits.ts',
      find: '    and count = ',
      replace: '    or false and count = ',
    },
  },
  'A user chooses a common password': {
    'password-length': {
      file: 'operator/accounts/accounts.ts',
      find: 'if (newPassword === undefined && account.passwordIsShort !== false) throw tooShortWithoutMfa(account);',
    },
    'password-rules': {
      file: 'operator/accounts/password-rules.ts',
      find: 'await checkUncommon(password, owner);',
    },
  },
  'An attacker with many networks tries one account': {
    'hundred-failures': {
      file: 'server/security/throttle/failure-limit.ts',
      find: 'const isClosed = (count: number) => count > free && count >= maximumFailures;',
      replace: 'const isClosed = (count: number) => false && count > free && count >= maximumFailures;',
    },
    'limit-per-account': {
      file: 'server/security/throttle/failed-logins.ts',
      find: "for (const limit of isKnown ? (['login'] as const) : (['account', 'login'] as const)) {",
      replace: "for (const limit of ['login'] as const) {",
    },
  },
  'A stranger locks a user out with failed logins': {
    'known-networks-exempt': {
      file: 'server/security/throttle/failed-logins.ts',
      find: 'const isKnown = failures !== undefined && failures < knownFailures;',
      replace: 'const isKnown = failures !== undefined && failures < 0;',
    },
  },
  'A thief logs in, and is exempt from the limits afterwards': {
    'known-networks-forgotten': {
      file: 'server/store/accounts/change-account.ts',
      find: 'await forgetNetworks(transaction, rateLimitKeys.identity(account.identity));',
    },
    'known-networks-limited': {
      file: 'server/security/throttle/failed-logins.ts',
      find: 'const isKnown = failures !== undefined && failures < knownFailures;',
      replace: 'const isKnown = failures !== undefined;',
    },
  },
  'Wrong codes after the right password lock the owner out': {
    'recovery-codes-unlimited': {
      file: 'server/security/throttle/failed-logins.ts',
      find: 'const limitsCodes = otp !== undefined && !isKnown && readRecoveryCode(otp) === undefined;',
      replace: 'const limitsCodes = otp !== undefined && !isKnown;',
    },
  },
  'Simultaneous right logins are limited like wrong ones': {
    'attempts-not-forgotten': {
      file: 'server/security/throttle/failure-limit.ts',
      find: "const count = result === 'succeeded' ? pending : seen.count - 1;",
      replace: "const count = result === 'succeeded' ? 0 : seen.count - 1;",
    },
    'attempts-wait': {
      file: 'server/security/throttle/failure-limit.ts',
      find: "if ('next' in turn || pendingIn(seen, time) === 0 || waited >= patience.totalMs) return turn;",
      replace: "if ('next' in turn || waited >= 0) return turn;",
    },
  },
};
