import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A stranger locks a user out with failed logins': {
    'server/security/throttle/rate-limit-keys.ts': {
      'any-spelling': {
        find: 'identity: (identity) => hash(`identity ${identityKey(identity)}`),',
        replace: 'identity: (identity) => hash(`identity ${identity}`),',
        test: 'server/operations/login-rate-limits.test.ts',
      },
    },
  },
  'A client forges its IP address to escape the rate limits': {
    'server/security/throttle/rate-limit-keys.ts': {
      'ipv6-networks': {
        find: "return `${groups.slice(0, 4).join(':')}/64`;",
        replace: "return `${groups.join(':')}/64`;",
      },
    },
    'server/http/express.ts': {
      'trusted-hops': {
        find: "app.set('trust proxy', trustedHops);",
        replace: "app.set('trust proxy', trustedHops > 0);",
      },
    },
  },
  'An attacker tries one-time codes': {
    'server/security/throttle/failed-logins.ts': {
      'codes-from-known-networks': {
        find: 'if (isKnown) await knownNetworks.countFailure(known);',
        test: 'server/operations/login-lock-out.test.ts',
      },
      'codes-per-account': {
        find: "tryCode: async () => (limitsCodes ? take('code') : undefined),",
        replace: 'tryCode: async () => undefined,',
      },
    },
  },
  'Responses show how many attempts are left': {
    'server/http/run-operation.ts': {
      'no-quota-of-logins': { find: 'if (accountId !== undefined) {', replace: '{' },
    },
  },
  'Responses reveal which identities exist': {
    'server/operations/login.ts': {
      'one-response-for-identities': {
        find: "if (account === undefined) throw invalidCredentials('unknown_identity');",
        replace: "if (account === undefined) throw new Problem('token_invalid');",
      },
    },
  },
  'The time of a response reveals which identities exist': {
    'server/security/passwords/login-passwords.ts': {
      'cost-of-unknown-identities': {
        find: 'return passwords.verify(storedHash, password, dummyCost, origin);',
        replace: 'return passwords.verify(storedHash, password, dummyCost && undefined, origin);',
        test: 'server/operations/login-rehash.test.ts',
      },
    },
    'server/operations/login.ts': {
      'one-verification': {
        find: 'const passwordIsRight = await deps.passwords.verify(',
        replace: 'const passwordIsRight = account && await deps.passwords.verify(',
      },
    },
  },
  "An attacker probes the ids of other users' keys": {
    'server/operations/revoke-api-key.ts': {
      'keys-of-others': {
        find: "// Another user's key returns the same 404 as a missing one, so ids cannot be probed.",
        replace: `// Another user's key returns the same 404 as a missing one, so ids cannot be probed.
  if (revocation === undefined && path.id.length < 26) throw new Problem('validation_failed');`,
      },
    },
    'server/http/run-operation.ts': {
      'token-before-key': [
        {
          find: 'return security.length > 0 ? setCaller(context, findCaller) : undefined;',
          replace:
            "return security.length > 0 && context.method !== 'DELETE' ? setCaller(context, findCaller) : undefined;",
        },
        "if (caller === undefined) throw new Problem('token_missing');",
      ],
    },
  },
  'An attacker tries tokens and keys': {
    'server/security/random.ts': {
      'even-characters': {
        find: 'if (byte < usable && text.length < length) text += alphabet.charAt(byte % base);',
        replace: 'if (byte < usable + base && text.length < length) text += alphabet.charAt(byte % base);',
      },
    },
    'server/security/credential.ts': {
      'random-bits': {
        find: 'const body = prefixes[kind] + randomBase62(secretLength, random);',
        replace: 'const body = prefixes[kind] + randomBase62(1, random).repeat(secretLength);',
      },
    },
  },
  'An attack on passwords goes unnoticed': {
    'server/security/throttle/rate-limit-keys.ts': {
      'hashed-identities': {
        find: "loggedIdentity: (identity) => keyedHash('logged identities', identityKey(identity)).slice(0, 32),",
        replace: "loggedIdentity: (identity) => keyedHash('logged identities', identity).slice(0, 32),",
      },
    },
    'server/app.ts': {
      'log-of-failures': 'logLogin(context, error);',
    },
  },
};
