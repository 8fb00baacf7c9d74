import type { IncomingMessage } from 'node:http';

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
  const headerAll = (name: string) => {
    const values: string[] = [];
    for (let at = 0; at < message.rawHeaders.length; at += 2) {
      const value = message.rawHeaders[at + 1];
      if (message.rawHeaders[at]?.toLowerCase() === name && value !== undefined) values.push(value);
    }
    return values;
  };
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
