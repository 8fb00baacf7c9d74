import { onTestFinished } from 'vitest';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { encode, type Listening } from './send-request.ts';

/**
 * Opens a connection that has received a response and waits for the next request. The server ends it when it stops. For a
 * minute after that the system does not reuse the port, so nothing else can listen there.
 */
export async function openIdleConnection({ port }: Listening): Promise<RawConnection> {
  const connection = openConnection(port);
  onTestFinished(() => connection.close());
  connection.write(encode({ method: 'GET', target: '/nothing' }));
  await connection.read();
  return connection;
}
