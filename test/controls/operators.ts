import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Demo accounts are reachable in production': {
    'no-demo-accounts': {
      file: 'operator/accounts/demo.ts',
      find: 'if ((await accounts.find(identity)) === undefined) continue;',
      replace: 'if ((await accounts.find(identity)) === undefined || !demo) continue;',
    },
    'no-real-accounts-in-demo': {
      file: 'operator/accounts/demo.ts',
      find: 'if (others.length === 0) return;',
      replace: 'if (others.length >= 0) return;',
    },
  },
  'Other users of the machine see secrets in arguments': {
    'key-from-input': {
      test: 'operator/keys-and-audit.test.ts',
      edits: [
        {
          file: 'bin/commands/keys.ts',
          find: "command('verify', 'check whether an API key is active: exit code 0 if it is, 1 if not', {",
          replace:
            "command('verify [key]', 'check whether an API key is active: exit code 0 if it is, 1 if not', {",
        },
        {
          file: 'bin/commands/keys.ts',
          find: ').action(reporting(terminal, verifyKey));',
          replace: ').action((key, options) => verifyKey(terminal, { ...options, key }));',
        },
        {
          file: 'bin/commands/keys.ts',
          find: 'const key = await readKey(terminal);',
          replace: "const key = String(Reflect.get(options, 'key') ?? (await readKey(terminal)));",
        },
      ],
    },
    'password-from-input': {
      file: 'bin/input.ts',
      find: 'const secret = await next();',
      replace: 'const secret = (await next()) && process.argv.at(-1);',
    },
  },
  'The service shortens or changes passwords': {
    'whole-passwords': {
      edits: [
        {
          file: 'server/security/passwords/password.ts',
          find: 'hash: (password) => argon2.hash(Buffer.from(password), cost),',
          replace: 'hash: (password) => argon2.hash(Buffer.from(password.trim()), cost),',
        },
        {
          file: 'server/security/passwords/password.ts',
          find: 'const matches = await argon2.verify(storedHash ?? encodeDummyHash(dummyCost), Buffer.from(password));',
          replace:
            'const matches = await argon2.verify(storedHash ?? encodeDummyHash(dummyCost), Buffer.from(password.trim()));',
        },
      ],
    },
  },
  'Password hashes become too cheap': {
    'password-cost': {
      test: 'server/security/password.test.ts',
      file: 'server/security/passwords/password-cost.ts',
      find: 'memoryCost: 19456,',
      replace: 'memoryCost: 1024,',
    },
    'rehashed-passwords': {
      file: 'server/security/passwords/password.ts',
      find: 'return stored !== undefined && stored !== formatCost(cost);',
      replace: 'return stored !== undefined && stored === formatCost(cost);',
    },
  },
  'The database keeps data that nobody needs': {
    sweeping: {
      file: 'server/store/sweep.ts',
      find: 'const isOver = sql`${sql.ref(end)} <= ${now}`;',
      replace: 'const isOver = sql`${sql.ref(end)} <= ${0 * now}`;',
    },
  },
};
