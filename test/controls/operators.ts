import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Demo accounts are reachable in production': {
    'operator/accounts/demo.ts': {
      'no-demo-accounts': {
        find: 'identity)) === undefined',
        replace: 'identity)) === undefined || !demo',
      },
      'no-real-accounts-in-demo': {
        find: 'if (others.length === 0)',
        replace: 'if (others.length >= 0)',
      },
    },
  },
  'Other users of the machine see secrets in arguments': {
    'bin/commands/keys.ts': {
      'key-from-input': [
        { find: "verify', '", replace: "verify [key]', '", test: 'operator/keys-and-audit' },
        {
          find: 'verifyKey, {',
          replace:
            '(on, key: string, options: DatabaseOptions) => verifyKey(on, Object.assign(options, { key })), {',
        },
        {
          find: 'const key = await readKey(terminal);',
          replace: "const key = String(Reflect.get(options, 'key') ?? (await readKey(terminal)));",
        },
      ],
    },
    'bin/input.ts': {
      'password-from-input': {
        find: 'await next();',
        replace: '(await next()) && process.argv.at(-1);',
      },
    },
  },
  'The service shortens or changes passwords': {
    'server/security/passwords/password.ts': {
      'whole-passwords': [
        {
          find: 'hash(Buffer.from(password), cost),',
          replace: 'hash(Buffer.from(password.trim()), cost),',
        },
        {
          find: '(dummyCost), Buffer.from(password)',
          replace: '(dummyCost), Buffer.from(password.trim())',
        },
      ],
    },
  },
  'Password hashes become too cheap': {
    'server/security/passwords/password-cost.ts': {
      'password-cost': { find: ': 19456,', replace: ': 1024,', test: 'server/security/password' },
    },
    'server/security/passwords/password.ts': {
      'rehashed-passwords': {
        find: 'stored !== formatCost(cost);',
        replace: 'stored === formatCost(cost);',
      },
    },
  },
  'The database keeps data that nobody needs': {
    'server/store/sweep.ts': {
      sweeping: {
        find: 'sql`${sql.ref(end)} <= ${now}`;',
        replace: 'sql`${sql.ref(end)} <= ${0 * now}`;',
      },
    },
  },
};
