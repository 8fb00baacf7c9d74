import type { ServerOptions, ServerResponse } from 'node:http';
import type { Account } from './accounts.ts';
import type { ModelRequest } from './model-request.ts';
import type { Outcome, Refusal } from './outcome.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

export interface Route {
  readonly operation: 'login' | 'generate' | 'revoke';
  /** The segment in place of `{id}`, unchanged. */
  readonly id: string;
}

export interface LoginBody {
  readonly identity: string;
  readonly password?: string;
  readonly otp?: string;
}

export interface Key {
  readonly id: string;
  readonly secret: string;
  readonly owner: Account;
  readonly description: string | undefined;
  readonly createdAt: number;
  revokedAt: number | undefined;
}

/** A request with an `Idempotency-Key` that generated a key. */
export interface Repeatable {
  readonly key: Key;
  readonly description: string | undefined;
}

export interface Session {
  readonly token: string;
  readonly owner: Account;
  readonly until: number;
}

/** The rate limit of a user after a request was counted. */
export interface Quota {
  readonly limit: number;
  /** Below zero for a request over the limit. */
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly reset: number;
}

/** The state of a model and its behaviour. Steps call one another through `behaviour`, so that overrides apply. */
export interface World {
  readonly behaviour: Behaviour;
  readonly accounts: Map<string, Account>;
  readonly sessions: Map<string, Session>;
  readonly keys: Map<string, Key>;
  /** Of each user and operation. */
  readonly windows: Map<string, { readonly until: number; count: number }>;
  /** By what `repeatableId` returns. */
  readonly repeatables: Map<string, Repeatable>;
  now(): number;
}

/** The parts of a server. A mutant overrides one or two of them and may call the correct ones. */
export interface Behaviour {
  // The wire
  /** How a careless proxy in front of the server changes the bytes of a request. */
  readonly proxy: ((text: string) => string) | undefined;
  readonly server: ServerOptions;
  readonly longestTarget: number;
  readonly longestBody: number;
  /** Of each user and operation: so many that no check waits. */
  readonly requestsPerMinute: number;
  /** The reason in the response to a request that Node cannot parse. */
  unparsed(code: string | undefined): Refusal['reason'];
  write(world: World, response: ServerResponse, reply: Reply, request: ModelRequest): void;

  // The steps of a request
  respond(world: World, request: ModelRequest): Promise<Outcome>;
  /** One `Host` header and an unambiguous body length. */
  isWellFramed(request: ModelRequest): boolean;
  route(world: World, request: ModelRequest): Route | Refusal;
  authenticate(world: World, request: ModelRequest): Account | Refusal;
  bearerOf(world: World, request: ModelRequest): { readonly token: string } | Refusal;
  readBody(world: World, request: ModelRequest, route: Route): { readonly value: unknown } | Refusal;
  countRequest(world: World, owner: Account, operation: Route['operation']): Quota;
  rateLimitHeaders(quota: Quota): Readonly<Record<string, string>>;
  checkMedia(world: World, request: ModelRequest): Refusal | undefined;
  readJson(bytes: Buffer): { readonly value: unknown } | Refusal;
  checkLogin(value: unknown): LoginBody | Refusal;
  checkGenerate(value: unknown): { readonly description?: string } | Refusal;
  decodeId(segment: string): string;
  /** The `Idempotency-Key` of a request. */
  idempotencyKeyOf(request: ModelRequest): string | undefined | Refusal;

  // The response
  traceId(world: World, request: ModelRequest | undefined): string;
  reply(world: World, outcome: Outcome, request: ModelRequest | undefined, latencyMs: number): Reply;
  envelope(
    world: World,
    outcome: Outcome,
    request: ModelRequest | undefined,
    latencyMs: number,
  ): Readonly<Record<string, unknown>>;
  headers(world: World, outcome: Outcome, request: ModelRequest | undefined): Reply['headers'];

  // Login
  login(world: World, body: LoginBody): Promise<Outcome>;
  findAccount(world: World, identity: string): Account | undefined;
  identityKey(identity: string): string;
  /** Takes the same time for an unknown account. */
  verifyPassword(world: World, account: Account | undefined, password: string): Promise<boolean>;
  /** Marks the code as used when it is right. */
  useCode(world: World, account: Account, code: string): Promise<boolean>;
  /** The time step of a code, if the server accepts that step now. */
  matchStep(world: World, account: Account, code: string): number | undefined;
  openSession(world: World, account: Account): Session;
  loginResult(world: World, session: Session): Readonly<Record<string, unknown>>;
  newToken(world: World, account: Account): string;
  findSession(world: World, token: string): Session | undefined;

  // Keys
  generate(
    world: World,
    owner: Account,
    description: string | undefined,
    idempotencyKey: string | undefined,
  ): Promise<Outcome>;
  /** Two requests with the same id are the same request. */
  repeatableId(owner: Account, idempotencyKey: string): string;
  remember(world: World, id: string, repeatable: Repeatable): Promise<void>;
  /** The outcome of a request that was sent before. */
  repeat(world: World, repeatable: Repeatable, description: string | undefined): Outcome;
  newKey(world: World, owner: Account, description: string | undefined): Key;
  generateResult(world: World, key: Key): Readonly<Record<string, unknown>>;
  revoke(world: World, owner: Account, id: string): Promise<Outcome>;
  findKey(world: World, owner: Account, id: string): Key | undefined;
  markRevoked(world: World, key: Key): Promise<void>;
  revokeResult(world: World, key: Key): Readonly<Record<string, unknown>>;
}
