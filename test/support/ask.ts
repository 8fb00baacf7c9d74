import { type Answer, checkAnswer } from './answer.ts';
import { openWire, type WireAnswer } from './wire.ts';

/** Any server on the loopback: started in the test, or a process of its own. */
export interface Listening {
  readonly port: number;
}

export interface Request {
  readonly method?: string;
  readonly target: string;
  /** Sent as they are; a `Host` comes before them unless they have one. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sent as it is when it is text or octets, else as JSON, with its type. */
  readonly body?: unknown;
  readonly token?: string | undefined;
}

/** Sends a request with every freedom of the wire, and holds the answer against the contract. */
export async function ask(server: Listening, request: Request): Promise<Answer> {
  const { method = 'POST', target } = request;
  return checkAnswer(await exchange(server, encode(request)), { method, target });
}

/** Sends octets that need not be a request, and holds the answer against the contract. */
export async function sendRaw(server: Listening, octets: string | Uint8Array): Promise<Answer> {
  return checkAnswer(await exchange(server, octets));
}

/** Sends octets on a new connection and reads one answer, whatever it is. */
export async function exchange(
  { port }: Listening,
  octets: string | Uint8Array,
  expect?: { readonly body?: boolean },
): Promise<WireAnswer> {
  const wire = openWire(port);
  try {
    wire.write(octets);
    return await wire.read(expect);
  } finally {
    wire.close();
  }
}

/** The octets of a request, with the length of its body. */
export function encode({ method = 'POST', target, headers = [], body, token }: Request): Uint8Array {
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  const octets = isText ? Buffer.from(body) : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const lines = [...headers];
  if (token !== undefined) lines.unshift(['Authorization', `Bearer ${token}`]);
  if (body !== undefined && !has('content-type')) lines.push(['Content-Type', 'application/json']);
  if (body !== undefined && !has('content-length') && !has('transfer-encoding'))
    lines.push(['Content-Length', String(octets.length)]);
  if (!has('host')) lines.unshift(['Host', 'localhost']);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'), octets]);
}
