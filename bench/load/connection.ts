import { once } from 'node:events';
import { connect } from 'node:net';

/** A keep-alive connection with one request at a time. It costs a fraction of Node's own client. */
export interface Connection {
  /** Sends a request; returns the status and the whole response, as received. */
  exchange(bytes: string): Promise<{ readonly status: number; readonly text: string }>;
  close(): void;
}

export async function openConnection(url: URL): Promise<Connection> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay();
  await once(socket, 'connect');
  let received = '';
  let complete = (_text: string) => {};
  let failed = (_error: Error) => {};
  socket.setEncoding('latin1');
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error(`${url.origin} closed a connection without a response`)));
  socket.on('data', (text: string) => {
    received += text;
    if (!isWhole(received)) return;
    const whole = received;
    received = '';
    complete(whole);
  });
  return {
    exchange: (bytes) =>
      new Promise((resolve, reject) => {
        complete = (text) => resolve({ status: Number(text.slice(9, 12)), text });
        failed = reject;
        socket.write(bytes, 'latin1');
      }),
    close: () => {
      failed = () => {};
      socket.destroy();
    },
  };
}

/** Whether this is a complete HTTP/1.1 response: by its length, or by the empty chunk (RFC 9112, section 6). */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end + 2);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(head) && text.endsWith('\r\n0\r\n\r\n');
}
