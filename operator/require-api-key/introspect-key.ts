import { type RequestOptions, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import type { components } from '../internal/contract/internal-types.ts';

type Introspection = components['schemas']['Introspection'];

/** The address of the internal listener, and the credential for it (RFC 7662, 2.1). */
export interface IntrospectionOptions {
  /** The endpoint of the internal listener: `http://127.0.0.1:8081/introspect`, or `unix:/path` of its socket. */
  readonly url: string;
  /** The content of its credential file. */
  readonly credential: string;
  /** PEM certificates to trust, when no known authority has signed the listener's certificate. */
  readonly ca?: string | undefined;
  /** How long to wait for the response, in milliseconds. @default 2000 */
  readonly timeoutMs?: number | undefined;
}

/** Introspects a key at the internal listener. @throws Error when that fails; the error does not contain the key. */
export async function introspectKey(
  options: IntrospectionOptions,
  key: string,
): Promise<Introspection> {
  const form = new URLSearchParams({ token: key }).toString();
  const { status, body } = await post(
    options,
    form,
    AbortSignal.timeout(options.timeoutMs ?? 2000),
  );
  if (status === 401) throw new Error('the introspection endpoint rejects the credential');
  if (status !== 200) throw new Error(`the introspection endpoint returned HTTP ${status}`);
  const introspection: unknown = parse(body);
  if (typeof Object(introspection).active !== 'boolean')
    throw new Error(
      'the introspection endpoint returned something other than an introspection response',
    );
  // Status 200 and `active` make it what the listener's document describes.
  return introspection as Introspection;
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
    const sent =
      socketPath === undefined
        ? (url.startsWith('https:') ? secureRequest : request)(url, {
            ...options,
            ...(ca && { ca }),
          })
        : request({ ...options, socketPath, path: '/introspect' });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The endpoint closed the connection while the request was on its way. An introspection changes nothing, so it is sent again.
      if (sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? ''))
        resolve(post(given, form, signal));
      else reject(error);
    });
    // Without a listener, Node would end the request without a word.
    sent.once('upgrade', ({ statusCode: status }, socket) => {
      socket.destroy();
      resolve({ status, body: '' });
    });
    sent.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    sent.end(form);
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
