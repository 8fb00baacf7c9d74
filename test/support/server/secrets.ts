import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openSecrets, rotateSecrets } from '../../../operator/secrets/secrets.ts';

/** The secrets of a database, as an operator opens them, until the test ends. */
export async function secretsOf(place: Parameters<typeof openSecrets>[0]) {
  const secrets = await openSecrets(place);
  onTestFinished(() => secrets.close());
  const rotate = (resume = false) =>
    rotateSecrets(secrets, { resume, random: randomBytes, now: Date.now });
  return { ...secrets, rotate };
}
