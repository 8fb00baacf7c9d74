import { createHash } from 'node:crypto';
import type { CheckContext, CompletedExchange } from '../check.ts';
import { CheckSkipped } from '../outcome.ts';
import type { DocumentModel } from './document-model.ts';
import type { Operation } from './model/operation.ts';
import { isJsonObject, type JsonObject } from './model/pointer.ts';
import { isOpen, type SecurityScheme } from './model/security.ts';
import { cookiesIn, namedValues } from './named-values.ts';
import { plainName, wordsOf } from './sequences/resources/names.ts';
import { buildRequest } from './values/build-request.ts';
import { fieldSchemas } from './values/field-schemas.ts';
import { bodyMedia, candidateRequests } from './values/request-values.ts';

/** A user whom the run has registered. */
interface Registered {
  /** What was sent, by the plain names of the fields. */
  readonly sent: ReadonlyMap<string, string>;
  readonly exchange: CompletedExchange;
}

/** Registers users and logs them in, where the document has open operations for that and the profile no credentials. */
export function createRegistration(base: CheckContext, model: DocumentModel) {
  const open = model.operations.filter((one) => one.method === 'POST' && isOpen(one));
  const withPassword = open.filter((one) => passwordsIn(model, one).length > 0);
  const register = withPassword.find((one) => isNamed(one, registerWords));
  const login = withPassword.find((one) => one !== register && isNamed(one, loginWords));
  const users = new Map<string, Promise<Registered | undefined>>();
  const obtained = new Map<string, Promise<string | undefined>>();

  const send = async (operation: Operation, change: (body: JsonObject) => JsonObject) => {
    const [candidate] = candidateRequests(operation, model);
    const body = candidate?.values.body;
    if (candidate === undefined || !isJsonObject(body)) return undefined;
    const changed = change(body);
    const request = buildRequest(operation, { ...candidate.values, body: changed });
    return { sent: changed, exchange: await base.call(request) };
  };
  const registerOne = async (who: string): Promise<Registered | undefined> => {
    if (register === undefined) return undefined;
    // With the second name a server that has the user of an earlier run accepts it.
    for (const round of ['', `${base.clock.now()}`]) {
      const token = `u${createHash('sha256').update(`${base.seed} ${who} ${round}`).digest('hex').slice(0, 9)}`;
      const made = await send(register, (body) => asUser(model, register, body, token));
      if (made === undefined) return undefined;
      for (const [name, value] of namedValues(made.sent))
        if (isPassword(name)) base.secrets.remember('PASSWORD', String(value));
      if (model.isSuccess(made.exchange))
        return { sent: textsIn(made.sent), exchange: made.exchange };
    }
    return undefined;
  };
  const userOf = (who: string) => {
    const known = users.get(who) ?? registerOne(who);
    users.set(who, known);
    return known;
  };
  const obtain = async (scheme: SecurityScheme, who: string): Promise<string | undefined> => {
    const user = await userOf(who);
    if (user === undefined) return undefined;
    if (scheme.kind === 'basic') return basicOf(user);
    const responses = [user.exchange];
    if (login !== undefined) {
      const logged = await send(login, (body) => withTextsOf(user, body));
      if (logged && model.isSuccess(logged.exchange)) responses.unshift(logged.exchange);
    }
    return responses.map((one) => tokenIn(one, scheme)).find((token) => token !== undefined);
  };

  return {
    /** The credential of a user of this run. Undefined: there is no such user, or none for this scheme. */
    credential: (scheme: SecurityScheme, who: 'user' | 'other'): Promise<string | undefined> => {
      const key = `${who} ${scheme.name}`;
      const known = obtained.get(key) ?? obtain(scheme, who).catch(undefinedIfSkipped);
      obtained.set(key, known);
      return known;
    },
  };
}

/** The words of operations, in their ids too, and the names of places that say less. */
interface Words {
  readonly verbs: readonly string[];
  readonly places: readonly string[];
}

const registerWords: Words = {
  verbs: ['register', 'registration', 'signup'],
  places: ['registrations', 'users', 'user', 'accounts', 'account', 'join'],
};
const loginWords: Words = {
  verbs: ['login', 'signin', 'authenticate'],
  places: ['token', 'tokens', 'auth', 'session', 'sessions', 'authentication'],
};

function isNamed({ id, path }: Operation, { verbs, places }: Words): boolean {
  if (path.includes('{')) return false;
  const last = wordsOf(path.replace(/^.*\/(?=.)/, '')).join('');
  const name = wordsOf(id).join(' ');
  const isIn = (verb: string) =>
    ` ${name} `.replace(/sign (up|in)/, 'sign$1').includes(` ${verb} `);
  return [...verbs, ...places].includes(last) || verbs.some(isIn);
}

const isPassword = (name: string) =>
  /^(new)?(password|passphrase|pwd)(confirm\w*|repeat)?$/.test(plainName(name));

function schemasOf({ requests }: DocumentModel, operation: Operation) {
  const schema = bodyMedia(operation)?.schema;
  return schema === undefined ? {} : fieldSchemas(requests.schemaAt(schema), requests);
}

/** Whether an operation creates a user, as whom the run may send its requests. */
export function createsUser(model: DocumentModel, operation: Operation): boolean {
  return isOpen(operation) && passwordsIn(model, operation).length > 0;
}

function passwordsIn(model: DocumentModel, operation: Operation): string[] {
  return Object.keys(schemasOf(model, operation)).filter(isPassword);
}

/** A body that registers a user whom no server has: a new name and address, and a password that most servers accept. */
function asUser(model: DocumentModel, operation: Operation, body: JsonObject, token: string) {
  const schema = bodyMedia(operation)?.schema;
  let user = body;
  for (const [name, described] of Object.entries(schemasOf(model, operation))) {
    const isMail = described.format === 'email' || /e?mail/.test(plainName(name));
    const isName = /^(user|login|account|nick|handle|screen|display)?(name|handle|login)?$/.test(
      plainName(name),
    );
    const isKnown = typeof described.type !== 'string' || described.type === 'string';
    const value = isPassword(name) ? `Aa1!${token}-Zz9` : isMail ? `${token}@example.com` : token;
    if (!isKnown || !(isPassword(name) || isMail || isName) || 'enum' in described) continue;
    const changed = { ...user, [name]: value };
    if (schema === undefined || model.requests.check(schema, changed).valid !== false)
      user = changed;
  }
  return user;
}

function textsIn(body: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    namedValues(body).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[plainName(name), value]] : [],
    ),
  );
}

/** The body of a login with the name and password of a user. A field of another name gets the address, or else the name. */
function withTextsOf({ sent }: Registered, body: JsonObject): JsonObject {
  const password = [...sent].find(([name]) => isPassword(name))?.[1];
  const mail = [...sent.values()].find((value) => value.includes('@'));
  const name = sent.get('username') ?? sent.get('login') ?? sent.get('name');
  const entries = Object.entries(body).map(([field, value]): [string, unknown] => {
    const same = sent.get(plainName(field));
    if (same !== undefined) return [field, same];
    if (isPassword(field)) return [field, password ?? value];
    const isIdentity = /^(identity|identifier|login|user|username|email|account|name)$/.test(
      plainName(field),
    );
    return [field, isIdentity ? (mail ?? name ?? value) : value];
  });
  return Object.fromEntries(entries);
}

function basicOf({ sent }: Registered): string | undefined {
  const password = [...sent].find(([name]) => isPassword(name))?.[1];
  const name = sent.get('username') ?? sent.get('login') ?? sent.get('email') ?? sent.get('name');
  return name === undefined || password === undefined ? undefined : `${name}:${password}`;
}

// The most specific first: a response may have a token to refresh, too.
const tokenNames = [
  'accesstoken',
  'authtoken',
  'token',
  'idtoken',
  'jwt',
  'bearer',
  'bearertoken',
  'apikey',
  'sessiontoken',
  'sessionid',
  'session',
  'key',
  'access',
];

function tokenIn({ response }: CompletedExchange, scheme: SecurityScheme): string | undefined {
  if (scheme.in === 'cookie') {
    const cookies = response.headerAll('set-cookie').map((one) => one.replace(/;.*$/s, ''));
    const found = cookiesIn(cookies.map((one) => ['cookie', one])).find(
      ([name]) => name === scheme.carrier,
    );
    return found?.[1];
  }
  const texts = new Map(
    namedValues(response.json?.value)
      .toReversed()
      .flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && value.length >= 8 ? [[plainName(name), value]] : [],
      ),
  );
  const name = tokenNames.find((one) => texts.has(one));
  const header = response.header('authorization')?.replace(/^bearer /i, '');
  return name === undefined ? header : texts.get(name);
}

function undefinedIfSkipped(error: unknown): undefined {
  if (error instanceof CheckSkipped) return undefined;
  throw error;
}
