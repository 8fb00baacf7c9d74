import { expect, test } from 'vitest';
import { commandNameOf } from '../../bin/command-name.ts';

test.each([
  ['sources in a clone', '/clone/bin/account-access.ts', '/clone', 'npx tsx bin/account-access.ts'],
  ['a build in a clone', '/clone/dist/bin/account-access.cjs', '/clone', 'node dist/bin/account-access.cjs'],
  ['another folder', '/clone/dist/bin/account-access.cjs', '/', 'node clone/dist/bin/account-access.cjs'],
  ['a path with a space', '/my clone/dist/bin/a.js', '/', 'node "my clone/dist/bin/a.js"'],
  [
    'an installed package',
    '/project/node_modules/account-access/dist/bin/account-access.cjs',
    '/project',
    'npx --no-install account-access',
  ],
])('a suggested command runs %s', (_, program, folder, command) => {
  expect(commandNameOf(program, folder)).toBe(command);
});
