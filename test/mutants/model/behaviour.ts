import type { ServerOptions, ServerResponse } from 'node:http';
import type { Account } from './accounts.ts';
import type { Asked } from './asked.ts';
import { correctDomain } from './correct-domain.ts';
import { correctHttp } from './correct-http.ts';
import type { Outcome, Refusal } from './outcome.ts';
import type { Key, Session, World } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

export interface Route {
  readonly operation: 'login' | 'generate' | 'revoke';
  /** The segment in place of `{id}`, as it was sent. */
  readonly id: string;
}

export interface LoginBody {
  readonly identity: string;
  readonly password?: string;
  readonly otp?: string;
}

/** Everything that can be broken by itself. A mutant overrides one or two of these and may call the correct ones. */
export interface Behaviour {
  // The wire
  /** What a careless proxy in front makes of the octets that come. */
  readonly front: ((text: string) => string) | undefined;
  readonly server: ServerOptions;
  readonly longestTarget: number;
  readonly longestBody: number;
  /** What Node cannot parse is answered with this reason. */
  unparsed(code: string | undefined): Refusal['reason'];
  write(world: World, response: ServerResponse, reply: Reply, asked: Asked): void;

  // The steps of a request
  answer(world: World, asked: Asked): Promise<Outcome>;
  /** One host, and a body whose end can be told. */
  isWellFramed(asked: Asked): boolean;
  route(world: World, asked: Asked): Route | Refusal;
  authenticate(world: World, asked: Asked): Account | Refusal;
  bearerOf(world: World, asked: Asked): { readonly token: string } | Refusal;
  checkMedia(world: World, asked: Asked): Refusal | undefined;
  readJson(octets: Buffer): { readonly value: unknown } | Refusal;
  checkLogin(value: unknown): LoginBody | Refusal;
  checkGenerate(value: unknown): { readonly description?: string } | Refusal;
  decodeId(segment: string): string;

  // The answer
  traceId(world: World, asked: Asked | undefined): string;
  reply(world: World, outcome: Outcome, asked: Asked | undefined, latencyMs: number): Reply;
  envelope(
    world: World,
    outcome: Outcome,
    asked: Asked | undefined,
    latencyMs: number,
  ): Readonly<Record<string, unknown>>;
  headers(world: World, outcome: Outcome, asked: Asked | undefined): Reply['headers'];

  // Login
  login(world: World, body: LoginBody): Promise<Outcome>;
  findAccount(world: World, identity: string): Account | undefined;
  identityKey(identity: string): string;
  /** Takes its time for an unknown account too. */
  verifyPassword(world: World, account: Account | undefined, password: string): Promise<boolean>;
  /** Uses the code up when it is right. */
  useCode(world: World, account: Account, code: string): Promise<boolean>;
  /** The time step that a code stands for, among those that are accepted now. */
  matchStep(world: World, account: Account, code: string): number | undefined;
  openSession(world: World, account: Account): Session;
  loginResult(world: World, session: Session): Readonly<Record<string, unknown>>;
  newToken(world: World, account: Account): string;
  findSession(world: World, token: string): Session | undefined;

  // Keys
  generate(world: World, owner: Account, description: string | undefined): Promise<Outcome>;
  newKey(world: World, owner: Account, description: string | undefined): Key;
  generateResult(world: World, key: Key): Readonly<Record<string, unknown>>;
  revoke(world: World, owner: Account, id: string): Promise<Outcome>;
  findKey(world: World, owner: Account, id: string): Key | undefined;
  markRevoked(world: World, key: Key): Promise<void>;
  revokeResult(world: World, key: Key): Readonly<Record<string, unknown>>;
}

export const correct: Behaviour = { ...correctHttp, ...correctDomain };
