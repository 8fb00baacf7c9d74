// Express 5 with its JSON parser, which verifies a password against one hash before each response from memory.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import express from 'express';
import { passwordCost } from '../../server/security/passwords/password-cost.ts';
import { options, ready } from '../processes/child.ts';
import { addCannedRoutes, cannedResponses, listen } from './canned-responses.ts';

export interface ExpressArgon2Options {
  readonly password: string;
}

// More verifications at once than there are cores only make each of them slower. The others wait in order.
let free = availableParallelism();
const waiting: (() => void)[] = [];

const stored = await hash(options<ExpressArgon2Options>().password, passwordCost);
const app = express();
app.use(express.json());
app.post('/v1/auth/login', async (request, response) => {
  await enter();
  const matches = await verify(stored, request.body.password).finally(leave);
  if (matches) response.json(cannedResponses.loggedIn);
  else response.sendStatus(401);
});
addCannedRoutes(app);
ready(await listen(app));

async function enter(): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}
