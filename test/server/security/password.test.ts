import { expect, test, vi } from 'vitest';
import { boundPasswords } from '../../../server/security/passwords/bounded-passwords.ts';
import { type Argon2, createPasswords } from '../../../server/security/passwords/password.ts';

test('a password is hashed with Argon2id at the cost OWASP recommends', async () => {
  expect(await createPasswords().hash('correct horse')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/,
  );
});

const outdated = '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA';

test('passwords are not rehashed while every thread is busy, so that no login waits for it', async () => {
  const ends: (() => void)[] = [];
  const verify = async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return true;
  };
  const hash = vi.fn<Argon2['hash']>(async () => 'a new hash');
  const passwords = boundPasswords(createPasswords({ argon2: { hash, verify } }), {
    atOnce: 2,
    waiting: 2,
  });

  const first = passwords.verify(outdated, 'right');
  expect(await passwords.rehash(outdated, 'right')).toBe('a new hash');
  const second = passwords.verify(outdated, 'right');
  expect(await passwords.rehash(outdated, 'right')).toBeUndefined();
  for (const end of ends) end();
  await Promise.all([first, second]);
  expect(await passwords.rehash(outdated, 'right')).toBe('a new hash');
  expect(hash).toHaveBeenCalledTimes(2);
});
