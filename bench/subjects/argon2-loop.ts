// Verifies a password at the cost of the service, and does nothing else.
import { hash, verify } from '@node-rs/argon2';
import { passwordCost } from '../../server/security/passwords/password-cost.ts';
import { answerQuestions } from '../processes/child.ts';
import { type LoopQuestion, loop } from './loop.ts';

const password = 'a password like any other';
const stored = await hash(password, passwordCost);
answerQuestions((question: LoopQuestion) => loop(question, () => verify(stored, password)));
