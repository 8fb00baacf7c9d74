// Only verifies a password, at the cost that the service uses.
import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from '../../server/security/passwords/password-cost.ts';
import { runJobs } from '../processes/child.ts';
import { type LoopJob, loop } from './loop.ts';

const password = 'a password like any other';
const stored = await hash(password, passwordCost);
runJobs((job: LoopJob) => loop(job, () => verify(stored, password)));
