import { ConnectionReset } from './mock-error.ts';
import type { Fault } from './scenarios.ts';
import type { Reply } from './transport.ts';

const page =
  '<!doctype html><html lang="en"><title>Bad gateway</title><h1>A proxy sent this page</h1></html>\n';

/** Damages a response on its way, after the operation has done its work. @throws ConnectionReset */
export function applyFault(reply: Reply, fault: Fault | undefined): Reply {
  switch (fault) {
    case undefined:
      return reply;
    case 'reset':
      throw new ConnectionReset();
    case 'truncated':
      return { ...reply, body: reply.body.slice(0, reply.body.length / 2) };
    case 'html':
      return {
        ...reply,
        headers: { ...reply.headers, 'Content-Type': 'text/html; charset=utf-8' },
        body: page,
      };
    case 'empty':
      return { ...reply, body: '' };
  }
}
