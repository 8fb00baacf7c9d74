import { type RequestOptions, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { components } from '../../generated/internal-types.ts';

type Introspection = components['schemas']['Introspection'];

export interface IntrospectionOptions {
  /** Of the internal listener: `http://127.0.0.1:8081/introspect`, or `unix:/path` of its socket. */
  readonly url: string;
  /** The content of its credential file. */
  readonly credential: string;
  /** Certificates to trust, PEM, where the listener's is signed by nobody known. */
  readonly ca?: string | undefined;
  /** How long to wait for an answer, in milliseconds. Default: 2000. */
  readonly timeoutMs?: number | undefined;
}

/** Asks the internal listener about a key. @throws Error when it cannot answer, with nothing of the key in it */
export async function askIntrospection(options: IntrospectionOptions, key: string): Promise<Introspection> {
  const { status, body } = await post(options, new URLSearchParams({ token: key }).toString());
  if (status === 401) throw new Error('the introspection endpoint refuses the credential');
  if (status !== 200) throw new Error(`the introspection endpoint answered with HTTP ${status}`);
  const answer: unknown = parse(body);
  if (typeof answer !== 'object' || answer === null || !('active' in answer))
    throw new Error('the introspection endpoint answered with something else than an introspection');
  // What the document of the listener describes for 200.
  return answer as Introspection;
}

async function post(
  { url, credential, ca, timeoutMs = 2000 }: IntrospectionOptions,
  form: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential.trim()}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(form),
    },
    signal: AbortSignal.timeout(timeoutMs),
  };
  const [, socketPath] = /^unix:(\/.+)$/.exec(url) ?? [];
  return new Promise((resolve, reject) => {
    const asked =
      socketPath === undefined
        ? (url.startsWith('https:') ? secureRequest : request)(url, { ...options, ...(ca && { ca }) })
        : request({ ...options, socketPath, path: '/introspect' });
    asked.once('error', reject);
    asked.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    asked.end(form);
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
