import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'An attacker tries one password after another': {
    'server/store/rate-limits.ts': {
      'clocks-set-back': {
        find: 'or rate_limits.until > ${latestEnd}',
        replace: 'or ${latestEnd} < 0',
      },
    },
    'server/security/throttle/rate-limit-keys.ts': {
      'one-form-of-addresses': { find: "'0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'", replace: "''" },
    },
    'server/http/run-operation.ts': {
      'requests-per-minute':
        "if (quota.exceeded) throw new Problem('rate_limited', { retryAfter: resetSeconds });",
    },
    'server/security/throttle/failure-limit.ts': {
      'waits-after-failures': {
        find: '(waitMs > 0 &&',
        test: 'server/operations/login-rate-limits',
      },
    },
  },
  'Simultaneous attempts at several processes bypass the count': {
    'server/security/throttle/failure-limit.ts': {
      'attempts-counted-first': {
        find: '(await memory.swap(key, seen, turn.next, now))',
        replace: 'now',
      },
    },
    'server/store/rate-limits.ts': {
      'first-swap-compares': {
        find: 'return isNew;',
        replace: 'return true;',
        test: 'server/store/rate-limits',
      },
      'swaps-compare': {
        find: '    and count = ',
        replace: '    or false and count = ',
        test: 'server/store/rate-limits',
      },
    },
  },
  'A user chooses a common password': {
    'operator/accounts/accounts.ts': {
      'password-length':
        'if (newPassword === undefined && account.passwordIsShort !== false) throw tooShortWithoutMfa(account);',
    },
    'operator/accounts/password-rules.ts': {
      'password-rules': 'await checkUncommon(password, owner);',
    },
  },
  'An attacker with many networks tries one account': {
    'server/security/throttle/failure-limit.ts': {
      'hundred-failures': {
        find: 'count > free && count >=',
        replace: 'false && count > free && count >=',
      },
    },
    'server/security/throttle/failed-logins.ts': {
      'limit-per-account': { find: "['account', 'login']", replace: "['login']" },
    },
  },
  'A stranger locks a user out with failed logins': {
    'server/security/throttle/failed-logins.ts': {
      'known-networks-exempt': { find: 'failures < knownFailures;', replace: 'failures < 0;' },
    },
  },
  'A thief logs in, and is exempt from the limits afterwards': {
    'server/store/accounts/change-account.ts': {
      'known-networks-forgotten':
        'await forgetNetworks(transaction, rateLimitKeys.identity(account.identity));',
    },
    'server/security/throttle/failed-logins.ts': {
      'known-networks-limited': {
        find: 'undefined && failures < knownFailures;',
        replace: 'undefined;',
      },
    },
  },
  'Wrong codes after the right password lock the owner out': {
    'server/security/throttle/failed-logins.ts': {
      'recovery-codes-unlimited': { find: ' || readRecoveryCode(otp) !== undefined', replace: '' },
    },
  },
  'Simultaneous right logins are limited like wrong ones': {
    'server/security/throttle/failure-limit.ts': {
      'attempts-not-forgotten': {
        find: "succeeded' ? pending : seen.",
        replace: "succeeded' ? 0 : seen.",
      },
      'attempts-wait': { find: '>= patience.totalMs', replace: '>= 0' },
    },
  },
};
