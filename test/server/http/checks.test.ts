import express, { type ErrorRequestHandler } from 'express';
import { middleware, error as refusals } from 'express-openapi-validator';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { checks } from '../../../generated/operation-validators.ts';
import { loadDocument } from '../../../server/app.ts';
import { startTestServer } from '../../conformance/test-server.ts';
import { soaking } from '../../support/which-tests-run.ts';

// Only the validator.
const app = express();
app.use(express.json());
app.use(
  middleware({
    apiSpec: { ...loadDocument(), servers: [{ url: '/' }] } as never,
    validateSecurity: false,
  }),
);
app.use((_request, response) => void response.sendStatus(204));
const report: ErrorRequestHandler = (error, _request, response, _next) => {
  response.sendStatus(error instanceof refusals.BadRequest ? 400 : 500);
};
app.use(report);
const { url: base, close } = await startTestServer(app);
afterAll(close);

const paths = { login: '/v1/auth/login', generateApiKey: '/v1/security/apikey/generate' } as const;
const rightRequests = { login: { identity: 'a@b' }, generateApiKey: {} };

async function send(id: keyof typeof paths, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const received = await fetch(base + paths[id], {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await received.arrayBuffer();
  return received.status;
}

// Right, or nearly, or anything that the parser of the validator's app takes for a body.
const text = fc.oneof(
  fc.constantFrom('a@b', '123456', '', ' @ ', 'a\u0007@b', '\u202ea@b', 'Ana'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.integer({ min: 60, max: 1030 }).map((length) => 'x'.repeat(length)),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 1 }));
const body = fc.oneof(
  fc.record({ identity: text, password: text, otp: text }, { requiredKeys: [] }),
  fc.record({ description: text }, { requiredKeys: [] }),
  fc.record(
    { identity: value, password: value, description: value, more: value },
    { requiredKeys: [] },
  ),
  fc.array(value, { maxLength: 2 }),
);

function acceptsRequest(id: keyof typeof paths, sent: unknown): boolean {
  const check = checks[id];
  return 'request' in check && check.request(sent);
}

test.each(['login', 'generateApiKey'] as const)(
  'the compiled check accepts the same requests of %s as the validator',
  async (id) => {
    const agree = async (sent: unknown) => {
      expect(await send(id, sent)).toBe(acceptsRequest(id, sent) ? 204 : 400);
    };
    // What one of them takes the other refuses.
    const examples: [unknown][] = Object.values(rightRequests).map((right) => [right]);
    // The same bodies each time, so that a failure is about what was changed; `npm run soak` tries others.
    const runs = soaking ? { numRuns: 2000 } : { numRuns: 100, seed: 7 };
    await fc.assert(fc.asyncProperty(body, agree), { ...runs, examples });
    expect(acceptsRequest(id, rightRequests[id])).toBe(true);
  },
);
