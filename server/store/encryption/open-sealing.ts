import { randomBytes } from 'node:crypto';
import type { Seals } from '../../security/encryption/seals.ts';
import type { Engine } from '../engine/engine.ts';
import { openSeals } from './open-seals.ts';
import { sealClear } from './seal-clear.ts';
import { createSealedRows } from './sealed-rows.ts';
import { createSealingKeys } from './sealing-keys.ts';

/** Opens the secrets file of an open database, after which nothing is stored in clear any more. @throws SecretsError */
export async function openSealing(
  engine: Engine,
  path: string,
  onMade: ((path: string) => void) | undefined,
): Promise<Seals> {
  const keys = createSealingKeys(engine);
  const seals = await openSeals(keys, { path, random: randomBytes, now: Date.now, onMade });
  await sealClear(engine, createSealedRows(engine), keys, seals);
  return seals;
}
