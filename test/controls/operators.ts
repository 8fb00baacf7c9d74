import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Demo accounts are reachable in production': {
    'operator/accounts/demo.ts': {
      'no-demo-accounts': {
        find: 'if ((await accounts.find(identity)) === undefined) continue;',
        replace: 'if ((await accounts.find(identity)) === undefined || !demo) continue;',
      },
      'no-real-accounts-in-demo': {
        find: 'if (others.length === 0) return;',
        replace: 'if (others.length >= 0) return;',
      },
    },
  },
  'Other users of the machine see secrets in arguments': {
    'bin/commands/keys.ts': {
      'key-from-input': [
        {
          find: "command('verify', 'check whether an API key is active: exit code 0 if it is, 1 if not', {",
          replace:
            "command('verify [key]', 'check whether an API key is active: exit code 0 if it is, 1 if not', {",
          test: 'operator/keys-and-audit.test.ts',
        },
        {
          find: ').action(reporting(terminal, verifyKey));',
          replace: ').action((key, options) => verifyKey(terminal, { ...options, key }));',
        },
        {
          find: 'const key = await readKey(terminal);',
          replace: "const key = String(Reflect.get(options, 'key') ?? (await readKey(terminal)));",
        },
      ],
    },
    'bin/input.ts': {
      'password-from-input': {
        find: 'const secret = await next();',
        replace: 'const secret = (await next()) && process.argv.at(-1);',
      },
    },
  },
  'The service shortens or changes passwords': {
    'server/security/passwords/password.ts': {
      'whole-passwords': [
        {
          find: 'hash: (password) => argon2.hash(Buffer.from(password), cost),',
          replace: 'hash: (password) => argon2.hash(Buffer.from(password.trim()), cost),',
        },
        {
          find: 'const matches = await argon2.verify(storedHash ?? encodeDummyHash(dummyCost), Buffer.from(password));',
          replace:
            'const matches = await argon2.verify(storedHash ?? encodeDummyHash(dummyCost), Buffer.from(password.trim()));',
        },
      ],
    },
  },
  'Password hashes become too cheap': {
    'server/security/passwords/password-cost.ts': {
      'password-cost': {
        find: 'memoryCost: 19456,',
        replace: 'memoryCost: 1024,',
        test: 'server/security/password.test.ts',
      },
    },
    'server/security/passwords/password.ts': {
      'rehashed-passwords': {
        find: 'return stored !== undefined && stored !== formatCost(cost);',
        replace: 'return stored !== undefined && stored === formatCost(cost);',
      },
    },
  },
  'The database keeps data that nobody needs': {
    'server/store/sweep.ts': {
      sweeping: {
        find: 'const isOver = sql`${sql.ref(end)} <= ${now}`;',
        replace: 'const isOver = sql`${sql.ref(end)} <= ${0 * now}`;',
      },
    },
  },
};
