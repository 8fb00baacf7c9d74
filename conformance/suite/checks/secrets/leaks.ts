import {
  type CheckContext,
  createSecrets,
  type Exchange,
  type Failure,
  headerOf,
  memoize,
  mismatch,
  notJudged,
  type Response,
  type Secrets,
  type Watcher,
} from '../../../engine/index.ts';
import { serviceProfileOf } from '../../profile/service-profile.ts';
import { findKeyId } from '../support/accounts/key-id.ts';
import { keyIdIn, operationOf } from '../support/requests/operation-requests.ts';
import { dataOf, jsonObjectIn, stringField } from '../support/responses/service-response.ts';

export function leakFailure(exchange: Exchange, form: string, what = 'a secret'): Failure {
  const where = operationOf(exchange) ?? 'no operation';
  const got = `${what}, ${form === 'plain' ? 'in plain text' : `as ${form}`}`;
  return mismatch('no secret in the response', got, [exchange], where);
}

// A common word, such as `Password`, may appear in any response, so it proves nothing.
export function rememberIfDistinctive(secrets: Secrets, value: string): void {
  if (value.length >= 8 && !/^[a-z_]+$/i.test(value)) secrets.remember('SECRET', value);
}

/** The whole response as text. Empty when there is none. */
export function textOf({ response }: Exchange): string {
  return response === undefined ? '' : wholeText(response);
}

const wholeText = memoize((response: Response): string => {
  const rest = Buffer.from(response.rest).toString('utf8');
  // The body without its transfer coding, because a chunk may end inside a secret.
  const head = response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${response.reason}\n${head}\n${response.text}\n${rest}`;
});

export function watchEchoes(): Watcher {
  // Requests repeat the same credentials, so the encodings of each are computed once.
  const tried = new Map<string, Secrets>();
  const searchFor = (value: string): Secrets => {
    const before = tried.get(value);
    if (before !== undefined) return before;
    const own = createSecrets();
    rememberIfDistinctive(own, value);
    tried.set(value, own);
    return own;
  };
  return {
    inspect: (exchange) => {
      if (exchange.response === undefined || credentialsIn(exchange).length === 0) return notJudged;
      const text = textOf(exchange);
      const [found] = credentialsIn(exchange).flatMap((value) => searchFor(value).find(text));
      return found && leakFailure(exchange, found.form);
    },
  };
}

function credentialsIn({ request }: Exchange): string[] {
  const bearer = /^\S+ +(\S{16,})$/.exec(headerOf(request.headers, 'authorization') ?? '')?.[1];
  const body = jsonObjectIn(request.body);
  const publicValues = [stringField(body, 'identity'), stringField(body, 'description')];
  return [bearer, stringField(body, 'password'), stringField(body, 'otp')].filter(
    (value): value is string =>
      value !== undefined && !publicValues.includes(value) && !request.target.includes(value),
  );
}

// What must stay unknown of a key whose id has characters of the key.
const shortestUnknown = 16;

export function watchParts({ profile }: CheckContext): Watcher {
  const { keyId } = serviceProfileOf(profile);
  const parts = createSecretParts();
  const publicIds = new Set<string>();
  const keys = new Set<string>();
  return {
    inspect: (exchange) => {
      if (exchange.response === undefined) return notJudged;
      const operation = operationOf(exchange);
      const key =
        operation === 'generateApiKey' ? stringField(dataOf(exchange), 'api_key') : undefined;
      const token =
        operation === 'login' ? stringField(dataOf(exchange), 'access_token') : undefined;
      const issued = [key, token].filter((value) => value !== undefined);
      const id = key && findKeyId(exchange.response.json?.value, keyId)?.id;
      // A key may consist of its id and a secret, or be its own id, which is another decision.
      if (key && id && (id === key || key.length - id.length >= shortestUnknown)) publicIds.add(id);
      let text = textOf(exchange);
      for (const value of issued) text = text.replaceAll(value, ' ');
      // A revocation may repeat the id of its request, which is the whole key on some servers.
      const idSent = operation === 'revokeApiKey' ? keyIdIn(exchange) : undefined;
      if (idSent !== undefined && keys.has(idSent)) text = text.replaceAll(idSent, ' ');
      if (key) keys.add(key);
      if (publicIds.size > 0)
        text = text.replaceAll(/[\w.~+/=-]{12,}/g, (run) => (publicIds.has(run) ? ' ' : run));
      const isLeaked = parts.isIn(text);
      for (const value of issued) if (!publicIds.has(value)) parts.remember(value);
      return isLeaked ? leakFailure(exchange, 'plain', 'a part of a secret') : undefined;
    },
  };
}

// Shorter parts occur by chance, or show which secret is meant (the last four characters).
const partLength = 12;
// What is left of a shorter secret would be too little to tell it from other text.
const shortestSecret = 24;

// Twelve characters at random have more different ones.
const fewestCharacters = 8;

/** A prefix of a third of a secret is public, and a part that two secrets share, such as a JWT's header. */
function createSecretParts() {
  const owners = new Map<string, string>();
  return {
    remember: (secret: string) => {
      if (secret.length < shortestSecret) return;
      const publicLength = Math.max(partLength, Math.floor(secret.length / 3));
      for (let end = publicLength + 1; end <= secret.length; end += 1) {
        const part = secret.slice(end - partLength, end);
        // Padding, such as many times the same letter, is in more secrets than one, also with the little that follows it.
        if (new Set(part).size < fewestCharacters) continue;
        owners.set(part, (owners.get(part) ?? secret) === secret ? secret : '');
      }
    },
    isIn: (text: string) => {
      for (const [run] of text.matchAll(/[\w.~+/=-]{12,}/g)) {
        for (let at = 0; at + partLength <= run.length; at += 1) {
          const owner = owners.get(run.slice(at, at + partLength));
          if (owner !== undefined && owner !== '') return true;
        }
      }
      return false;
    },
  };
}
