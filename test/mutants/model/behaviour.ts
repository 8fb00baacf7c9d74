import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Reason, ValidationError } from '../../../generated/contract.ts';
import type { Account } from './accounts.ts';

export type Json = Readonly<Record<string, unknown>>;

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
interface Repeatable {
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
export interface State {
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
  write(state: State, response: ServerResponse, reply: Reply, request: ModelRequest): void;

  // The steps of a request
  respond(state: State, request: ModelRequest): Promise<Outcome>;
  /** One `Host` header and an unambiguous body length. */
  isWellFramed(request: ModelRequest): boolean;
  route(state: State, request: ModelRequest): Route | Refusal;
  authenticate(state: State, request: ModelRequest): Account | Refusal;
  bearerOf(state: State, request: ModelRequest): { readonly token: string } | Refusal;
  readBody(
    state: State,
    request: ModelRequest,
    route: Route,
  ): { readonly value: unknown } | Refusal;
  countRequest(state: State, owner: Account, operation: Route['operation']): Quota;
  rateLimitHeaders(quota: Quota): Readonly<Record<string, string>>;
  checkMedia(state: State, request: ModelRequest): Refusal | undefined;
  readJson(bytes: Buffer): { readonly value: unknown } | Refusal;
  checkLogin(value: unknown): LoginBody | Refusal;
  checkGenerate(value: unknown): { readonly description?: string } | Refusal;
  decodeId(segment: string): string;
  /** The `Idempotency-Key` of a request. */
  idempotencyKeyOf(request: ModelRequest): string | undefined | Refusal;

  // The response
  traceId(state: State, request: ModelRequest | undefined): string;
  reply(
    state: State,
    outcome: Outcome,
    request: ModelRequest | undefined,
    latencyMs: number,
  ): Reply;
  envelope(
    state: State,
    outcome: Outcome,
    request: ModelRequest | undefined,
    latencyMs: number,
  ): Json;
  headers(state: State, outcome: Outcome, request: ModelRequest | undefined): Reply['headers'];

  // Login
  login(state: State, body: LoginBody): Promise<Outcome>;
  findAccount(state: State, identity: string): Account | undefined;
  identityKey(identity: string): string;
  /** Takes the same time for an unknown account. */
  verifyPassword(state: State, account: Account | undefined, password: string): Promise<boolean>;
  /** Marks the code as used when it is right. */
  useCode(state: State, account: Account, code: string): Promise<boolean>;
  /** The time step of a code, if the server accepts that step now. */
  matchStep(state: State, account: Account, code: string): number | undefined;
  openSession(state: State, account: Account): Session;
  loginResult(state: State, session: Session): Json;
  newToken(state: State, account: Account): string;
  findSession(state: State, token: string): Session | undefined;

  // Keys
  generate(
    state: State,
    owner: Account,
    description: string | undefined,
    idempotencyKey: string | undefined,
  ): Promise<Outcome>;
  /** Two requests with the same id are the same request. */
  repeatableId(owner: Account, idempotencyKey: string): string;
  remember(state: State, id: string, repeatable: Repeatable): Promise<void>;
  /** The outcome of a request that was sent before. */
  repeat(state: State, repeatable: Repeatable, description: string | undefined): Outcome;
  newKey(state: State, owner: Account, description: string | undefined): Key;
  generateResult(state: State, key: Key): Json;
  revoke(state: State, owner: Account, id: string): Promise<Outcome>;
  findKey(state: State, owner: Account, id: string): Key | undefined;
  markRevoked(state: State, key: Key): Promise<void>;
  revokeResult(state: State, key: Key): Json;
}

/** The result of an operation or of a step before it. */
export type Outcome = Success | Refusal;
export interface Success {
  readonly data: Json;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Refusal {
  readonly reason: Reason;
  readonly errors?: readonly ValidationError[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'reason' in outcome;
}

export function refuse(reason: Reason, headers?: Readonly<Record<string, string>>): Refusal {
  return { reason, ...(headers && { headers }) };
}

export function invalid(location: string, rule: string, message: string): Refusal {
  return { reason: 'validation_failed', errors: [{ location, rule, message }] };
}

/** A request to the model. */
export interface ModelRequest {
  readonly method: string;
  /** The target of the request line, unchanged. */
  readonly target: string;
  /** Without the authority of the absolute form. */
  readonly path: string;
  readonly query: string;
  readonly message: IncomingMessage;
  readonly body: Buffer;
  header(name: string): string | undefined;
  headerAll(name: string): readonly string[];
}

export function toModelRequest(message: IncomingMessage, body: Buffer): ModelRequest {
  const target = message.url ?? '';
  const mark = target.indexOf('?');
  const headerAll = (name: string) => message.headersDistinct[name] ?? [];
  return {
    method: message.method ?? '',
    target,
    path: (mark < 0 ? target : target.slice(0, mark)).replace(/^https?:\/\/[^/]*/i, ''),
    query: mark < 0 ? '' : target.slice(mark + 1),
    message,
    body,
    header: (name) => headerAll(name)[0],
    headerAll,
  };
}
