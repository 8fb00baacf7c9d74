import { connect as connectSocket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** In the order received, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** A connection that sends any octets, right or wrong, and reads the answers to them. */
export interface Wire {
  write(octets: string | Uint8Array): void;
  /** The next answer that is complete. Rejects when the connection ends before it is. */
  read(expect?: { readonly body?: boolean }): Promise<WireAnswer>;
  /** When the server has ended the connection, or `close` was called. */
  readonly closed: Promise<void>;
  /** Nothing more will be sent, and answers are still read. */
  end(): void;
  close(): void;
}

export function openWire(port: number): Wire {
  const socket = connectSocket({ host: '127.0.0.1', port });
  let received = Buffer.alloc(0);
  let ended = false;
  let look = () => {};
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      look();
      resolve();
    };
    socket.on('end', end).on('close', end);
  });
  // A reset is an end like any other; what arrived before it is looked at all the same.
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    look();
  });

  const read: Wire['read'] = ({ body = true } = {}) =>
    new Promise((resolve, reject) => {
      look = () => {
        const found = takeAnswer(received, body);
        if (found !== undefined) {
          received = received.subarray(found.length);
          look = () => {};
          resolve(found.answer);
        } else if (ended) {
          reject(new Error(`the connection ended without an answer, after ${received.length} octets`));
        }
      };
      look();
    });
  return {
    write: (octets) => socket.write(octets),
    read,
    closed,
    end: () => socket.end(),
    close: () => socket.destroy(),
  };
}

function takeAnswer(octets: Buffer, hasBody: boolean): { answer: WireAnswer; length: number } | undefined {
  const end = octets.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = octets.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const start = end + 4;
  const status = Number(statusLine.split(' ')[1]);
  const size = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const length = start + (hasBody && status >= 200 ? size : 0);
  if (octets.length < length) return undefined;
  return { answer: { status, headers, body: octets.subarray(start, length) }, length };
}
