import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A stranger locks a user out with failed logins': {
    'any-spelling': {
      test: 'server/operations/login-rate-limits.test.ts',
      file: 'server/security/throttle/rate-limit-keys.ts',
      find: 'identity: (identity) => hash(`identity ${identityKey(identity)}`),',
      replace: 'identity: (identity) => hash(`identity ${identity}`),',
    },
  },
  'A client forges its IP address to escape the rate limits': {
    'ipv6-networks': {
      file: 'server/security/throttle/rate-limit-keys.ts',
      find: "return `${groups.slice(0, 4).join(':')}/64`;",
      replace: "return `${groups.join(':')}/64`;",
    },
    'trusted-hops': {
      file: 'server/http/express.ts',
      find: "app.set('trust proxy', trustedHops);",
      replace: "app.set('trust proxy', trustedHops > 0);",
    },
  },
  'An attacker tries one-time codes': {
    'codes-from-known-networks': {
      test: 'server/operations/login-lock-out.test.ts',
      file: 'server/security/throttle/failed-logins.ts',
      find: 'if (isKnown) await knownNetworks.countFailure(known);',
    },
    'codes-per-account': {
      test: 'server/operations/login-rate-limits.test.ts',
      file: 'server/security/throttle/failed-logins.ts',
      find: "tryCode: async () => (limitsCodes ? take('code') : undefined),",
      replace: 'tryCode: async () => undefined,',
    },
  },
  'Responses show how many attempts are left': {
    'no-quota-of-logins': {
      file: 'server/http/run-operation.ts',
      find: 'if (accountId !== undefined) {',
      replace: '{',
    },
  },
  'Responses reveal which identities exist': {
    'one-response-for-identities': {
      file: 'server/operations/login.ts',
      find: "if (account === undefined) throw invalidCredentials('unknown_identity');",
      replace: "if (account === undefined) throw new Problem('token_invalid');",
    },
  },
  'The time of a response reveals which identities exist': {
    'cost-of-unknown-identities': {
      test: 'server/operations/login-rehash.test.ts',
      file: 'server/security/passwords/login-passwords.ts',
      find: 'return passwords.verify(storedHash, password, dummyCost, origin);',
      replace: 'return passwords.verify(storedHash, password, dummyCost && undefined, origin);',
    },
    'one-verification': {
      file: 'server/operations/login.ts',
      find: 'const passwordIsRight = await deps.passwords.verify(',
      replace: 'const passwordIsRight = account && await deps.passwords.verify(',
    },
  },
  "An attacker probes the ids of other users' keys": {
    'keys-of-others': {
      file: 'server/operations/revoke-api-key.ts',
      find: "// Another user's key returns the same 404 as a missing one, so ids cannot be probed.",
      replace: `// Another user's key returns the same 404 as a missing one, so ids cannot be probed.
  if (revocation === undefined && path.id.length < 26) throw new Problem('validation_failed');`,
    },
    'token-before-key': {
      edits: [
        {
          file: 'server/http/run-operation.ts',
          find: 'return security.length > 0 ? setCaller(context, findCaller) : undefined;',
          replace:
            "return security.length > 0 && context.method !== 'DELETE' ? setCaller(context, findCaller) : undefined;",
        },
        {
          file: 'server/http/run-operation.ts',
          find: "if (caller === undefined) throw new Problem('token_missing');",
        },
      ],
    },
  },
  'An attacker tries tokens and keys': {
    'even-characters': {
      file: 'server/security/random.ts',
      find: 'if (byte < usable && text.length < length) text += alphabet.charAt(byte % base);',
      replace: 'if (byte < usable + base && text.length < length) text += alphabet.charAt(byte % base);',
    },
    'random-bits': {
      file: 'server/security/credential.ts',
      find: 'const body = prefixes[kind] + randomBase62(secretLength, random);',
      replace: 'const body = prefixes[kind] + randomBase62(1, random).repeat(secretLength);',
    },
  },
  'An attack on passwords goes unnoticed': {
    'hashed-identities': {
      file: 'server/security/throttle/rate-limit-keys.ts',
      find: "loggedIdentity: (identity) => keyedHash('logged identities', identityKey(identity)).slice(0, 32),",
      replace: "loggedIdentity: (identity) => keyedHash('logged identities', identity).slice(0, 32),",
    },
    'log-of-failures': {
      file: 'server/app.ts',
      find: 'logLogin(context, error);',
    },
  },
};
