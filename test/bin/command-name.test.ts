import { expect, test } from 'vitest';
import { commandNameOf } from '../../bin/command-name.ts';

test.each([
  ['sources in a clone', '/clone/bin/account-access.ts', '/clone', 'npx tsx bin/account-access.ts'],
  ['a build in a clone', '/clone/dist/bin/account-access.js', '/clone', 'node dist/bin/account-access.js'],
  ['another folder', '/clone/dist/bin/account-access.js', '/', 'node clone/dist/bin/account-access.js'],
  ['a path with a space', '/my clone/dist/bin/a.js', '/', 'node "my clone/dist/bin/a.js"'],
  [
    'an installed package',
    '/project/node_modules/account-access/dist/bin/account-access.js',
    '/project',
    'npx --no-install account-access',
  ],
])('a suggested command runs %s', (_, program, folder, command) => {
  expect(commandNameOf(program, folder)).toBe(command);
});
