import { onTestFinished } from 'vitest';
import { encode, type Listening } from './ask.ts';
import { openWire, type Wire } from './wire.ts';

/**
 * A connection that has had an answer and waits for the next request. The server is who ends it when it stops, and for a
 * minute after that the system gives its port to nobody who asks for any: what still listens there is no other server.
 */
export async function idleWire({ port }: Listening): Promise<Wire> {
  const wire = openWire(port);
  onTestFinished(() => wire.close());
  wire.write(encode({ method: 'GET', target: '/nothing' }));
  await wire.read();
  return wire;
}
