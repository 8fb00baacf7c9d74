import { type RequestOptions, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { components } from '../../generated/internal-types.ts';

type Introspection = components['schemas']['Introspection'];

/** Where the internal listener is, and what one proves oneself with (RFC 7662, 2.1). */
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
  const form = new URLSearchParams({ token: key }).toString();
  const { status, body } = await post(options, form, AbortSignal.timeout(options.timeoutMs ?? 2000));
  if (status === 401) throw new Error('the introspection endpoint refuses the credential');
  if (status !== 200) throw new Error(`the introspection endpoint answered with HTTP ${status}`);
  const answer: unknown = parse(body);
  if (typeof answer !== 'object' || answer === null || !('active' in answer))
    throw new Error('the introspection endpoint answered with something else than an introspection');
  // What the document of the listener describes for 200.
  return answer as Introspection;
}

async function post(
  given: IntrospectionOptions,
  form: string,
  signal: AbortSignal,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const { url, credential, ca } = given;
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${credential.trim()}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(form),
    },
    signal,
  };
  const [, socketPath] = /^unix:(\/.+)$/.exec(url) ?? [];
  return new Promise((resolve, reject) => {
    const asked =
      socketPath === undefined
        ? (url.startsWith('https:') ? secureRequest : request)(url, { ...options, ...(ca && { ca }) })
        : request({ ...options, socketPath, path: '/introspect' });
    asked.once('error', (error) => {
      // The endpoint had ended the connection while this was on its way. To ask changes nothing, so it is asked anew.
      if (asked.reusedSocket && isReset(error)) resolve(post(given, form, signal));
      else reject(error);
    });
    asked.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    asked.end(form);
  });
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
