// Express 5 with its JSON parser and responses from memory: the minimum cost of an Express server. Options add work to it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import express, { type RequestHandler } from 'express';
import { options, ready } from '../processes/child.ts';
import type { CommitOptions } from './commit-row.ts';

export interface ExpressOptions {
  /** Also validates requests and responses against our bundle, with express-openapi-validator. */
  readonly validates?: boolean;
  /** Also verifies this password at each login. */
  readonly password?: string;
  /** Also commits a row for each generated key. */
  readonly commits?: CommitOptions;
}

export interface UrlInfo {
  readonly url: string;
}

// As long as those of the service, and valid according to the contract.
const status = { code: 200, message: 'OK', trace_id: '58134afa37891a47ecbad810da97de90' };
const usage = { latency_ms: 1 };
const id = 'key_sj2GtFqi91JhYZAmdLVEqU';
const at = '2026-01-02T03:04:05.678Z';
const loggedIn = {
  access_token: `aat_${'0'.repeat(49)}`,
  token_type: 'Bearer',
  expires_in: 3600,
  me_id: 'usr_5vN0cJt8aLq2ZkW7hXyPmE',
  mfa_enabled: false,
  nickname: 'Bench',
};
const generated = {
  id,
  api_key: `aak_${'0'.repeat(49)}`,
  note: 'This is a root-level key. Store it now: the service keeps only a hash of it.',
  description: '',
  created_at: at,
  key_prefix: 'aak_00000000',
};
const revoked = { message: 'API key revoked', id, revoked_at: at };

const { validates = false, password, commits } = options<ExpressOptions>();
const app = express();
app.use(express.json());
// Loaded only where they are used: a benchmark measures the start.
if (validates) app.use(await validator());
if (password !== undefined) app.post('/v1/auth/login', await verifier(password));
if (commits !== undefined) app.post('/v1/security/apikey/generate', await committer(commits));
const respond = (path: string, data: object, method: 'post' | 'delete' = 'post') =>
  app[method](path, (_request, response) => void response.json({ status, data, usage }));
respond('/v1/auth/login', loggedIn);
respond('/v1/security/apikey/generate', generated);
respond('/v1/security/apikey/:id', revoked, 'delete');

const server = createServer(app);
await once(server.listen(0, '127.0.0.1'), 'listening');
// A server that listens on a port has such an address.
ready({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies UrlInfo);

async function validator() {
  const { middleware } = await import('express-openapi-validator');
  return middleware({
    // It types its documents more narrowly than OpenAPI 3.1 is.
    apiSpec: { ...createRequire(import.meta.url)('#openapi'), servers: [{ url: '/' }] } as never,
    // The service identifies callers in another way.
    validateSecurity: false,
    validateResponses: true,
  });
}

/** Verifies a password against one hash, as many at once as there are cores: more only make each of them slower. */
async function verifier(known: string): Promise<RequestHandler> {
  const { hash, verify } = await import('@node-rs/argon2');
  const { passwordCost } = await import('../../server/security/passwords.ts');
  const stored = await hash(known, passwordCost);
  let free = availableParallelism();
  const waiting: (() => void)[] = [];
  return async (request, response, next) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const matches = await verify(stored, request.body.password).finally(() => {
      const first = waiting.shift();
      if (first === undefined) free += 1;
      else first();
    });
    if (matches) next();
    else response.sendStatus(401);
  };
}

async function committer(where: CommitOptions): Promise<RequestHandler> {
  const { openCommits } = await import('./commit-row.ts');
  const commitRow = await openCommits(where);
  // A connection to PostgreSQL runs one statement at a time.
  let committed: Promise<unknown> = Promise.resolve();
  return async (_request, _response, next) => {
    committed = committed.then(commitRow);
    await committed;
    next();
  };
}
