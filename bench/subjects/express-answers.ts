import type { Express } from 'express';
import { envelopes } from './envelopes.ts';

/** Answers generations and revocations from memory, and does nothing else. */
export function addAnswers(app: Express): void {
  app.post('/v1/security/apikey/generate', (_request, response) => {
    response.json(envelopes.generated);
  });
  app.delete('/v1/security/apikey/:id', (_request, response) => {
    response.json(envelopes.revoked);
  });
}
