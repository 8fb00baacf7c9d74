import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A stranger locks a user out with failed logins': {
    'server/security/throttle/rate-limit-keys.ts': {
      'any-spelling': {
        find: 'hash(`identity ${identityKey(identity)}`)',
        replace: 'hash(`identity ${identity}`)',
        test: 'server/operations/login-rate-limits',
      },
    },
  },
  'A client forges its IP address to escape the rate limits': {
    'server/security/throttle/rate-limit-keys.ts': {
      'ipv6-networks': { find: "groups.slice(0, 4).join(':')", replace: "groups.join(':')" },
    },
    'server/http/express.ts': {
      'trusted-hops': {
        find: "trust proxy', trustedHops",
        replace: "trust proxy', trustedHops > 0",
      },
    },
  },
  'An attacker tries one-time codes': {
    'server/security/throttle/failed-logins.ts': {
      'codes-from-known-networks': {
        find: 'if (isKnown)',
        test: 'server/operations/login-lock-out',
      },
      'codes-per-account': { find: "undefined : take('code')", replace: 'undefined : undefined' },
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
      'codes-after-passwords': {
        find: "if (!passwordIsRight) throw invalidCredentials('wrong_password');",
        replace: `if (otp && (await attempt?.tryCode(otp))) throw new Problem('rate_limited');
  if (!passwordIsRight) throw invalidCredentials('wrong_password');`,
        test: 'server/operations/login-rate-limits',
      },
    },
    'server/compose-service.ts': {
      'undecryptable-like-unknown': {
        find: 'if (!(error instanceof SecretsError)) throw error;',
        replace: 'if (error) throw error;',
        test: 'server/two-servers',
      },
    },
  },
  'The time of a response reveals which identities exist': {
    'server/security/passwords/login-passwords.ts': {
      'cost-of-unknown-identities': {
        find: 'return passwords.verify(storedHash, password, dummyCost, origin);',
        replace: 'return passwords.verify(storedHash, password, dummyCost && undefined, origin);',
        test: 'server/operations/login-rehash',
      },
    },
    'server/operations/login.ts': {
      'one-verification': {
        find: 'passwordIsRight = await',
        replace: 'passwordIsRight = account && await',
      },
    },
    'server/compose-service.ts': { 'dummy-secrets': 'if (account === undefined) decryptDummy();' },
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
          find: 'length > 0 ? setCaller',
          replace: "length > 0 && context.method !== 'DELETE' ? setCaller",
        },
        "if (caller === undefined) throw new Problem('token_missing');",
      ],
    },
  },
  'An attacker tries tokens and keys': {
    'server/security/random.ts': {
      'even-characters': {
        find: 'usable && text.length <',
        replace: 'usable + base && text.length <',
      },
    },
    'server/security/credential.ts': {
      'random-bits': {
        find: '(secretLength, random);',
        replace: '(1, random).repeat(secretLength);',
      },
    },
  },
  'An attack on passwords goes unnoticed': {
    'server/security/throttle/rate-limit-keys.ts': {
      'hashed-identities': {
        find: "identities', identityKey(identity)",
        replace: "identities', identity",
      },
    },
    'server/app.ts': { 'log-of-failures': 'logLogin(context, error);' },
  },
};
