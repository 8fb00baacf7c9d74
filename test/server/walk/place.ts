import { randomBytes } from 'node:crypto';
import { hashAll } from '../../../operator/accounts/mfa-setup.ts';
import { createRecoveryCodes } from '../../../server/security/mfa-secrets.ts';
import { addPerson, type Person } from '../../support/server/people.ts';
import type { TestServer } from '../../support/server/test-server.ts';
import { createPerson, type ModelMfa, type ModelPerson } from './model.ts';

/** The model, and where the people of the model are in the real service. */
export interface Model {
  readonly people: ModelPerson[];
  now(): number;
  /** What came of the calls. */
  readonly seen: Set<string>;
}

export interface Real {
  readonly server: TestServer;
  readonly people: readonly Person[];
}

/** Two people whom nobody else uses, in the model and in the service. */
export async function createWalk(
  server: TestServer,
  seen = new Set<string>(),
): Promise<{ model: Model; real: Real }> {
  const people = [await addPerson(server), await addPerson(server)];
  return {
    model: { people: people.map(({ password }) => createPerson(password)), now: server.clock.now, seen },
    real: { server, people },
  };
}

/** New MFA, as an operator would set it up: what the service is given, and what the model has to know. */
export function createMfa() {
  const secret = randomBytes(20);
  const recoveryCodes = createRecoveryCodes(randomBytes);
  return {
    given: {
      totpSecret: toBase32(secret),
      confirmedStep: undefined,
      recoveryCodeHashes: hashAll(recoveryCodes),
    },
    model: {
      secret,
      lastStep: Number.NEGATIVE_INFINITY,
      recoveryCodes: new Set(recoveryCodes),
    } satisfies ModelMfa,
  };
}

/** RFC 4648, section 6. Twenty bytes need no padding. */
function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(group, 2))).join('');
}
