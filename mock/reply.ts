import type { Response as ExpressResponse } from 'express';
import type { Reply, Transport } from './transport.ts';

/** Looks to the server's steps like what they write an answer to, and keeps it. */
export interface Draft {
  readonly response: ExpressResponse;
  reply(): Reply;
}

export function createDraft(node: Transport['response']): Draft {
  let status = 200;
  let body = '';
  const headers: Record<string, string> = {};
  const response = {
    set: (fields: Readonly<Record<string, string>>) => {
      Object.assign(headers, fields);
      return response;
    },
    writeHead: (
      code: number,
      { 'Content-Length': _counted, ...fields }: Readonly<Record<string, string>>,
    ) => {
      // What is sent is counted where it is sent.
      status = code;
      Object.assign(headers, fields);
      return response;
    },
    end: (text: string) => {
      body = text;
      return response;
    },
    writeContinue: () => node?.writeContinue(),
  };
  return {
    // The steps that the mock takes from the server use no more of a response than this.
    response: response as unknown as ExpressResponse,
    reply: () => ({ status, headers, body }),
  };
}
