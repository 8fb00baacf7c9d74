import { Socket } from 'node:net';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { isLoopbackAddress } from '../../security/is-loopback.ts';

/** The driver's clients for a URL. What a constructor throws would end the process, and a stream that it leaves open stays so. */
export function clientFor(url: string): new (options?: pg.ClientConfig) => pg.Client {
  let config = parseIntoClientConfig(url);
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      try {
        config = parseIntoClientConfig(url);
      } catch {
        // A file that it names cannot be read: what it contained before is used.
      }
      const stream = new Socket();
      // Before anything is sent. The name may have led to this machine when the service started.
      stream.once('connect', () => {
        const { remoteAddress } = stream;
        if (config.ssl !== undefined || !remoteAddress || isLoopbackAddress(remoteAddress)) return;
        const error = new Error('the connection to another machine would be unencrypted');
        stream.destroy(Object.assign(error, { code: 'ECONNRESET' }));
      });
      // `pg` would read PGSSLMODE, which does not apply to a Unix socket. A URL of another host contains it already.
      super({ ...config, ssl: config.ssl ?? false, ...options, stream: () => stream });
      Reflect.get(this, 'connection').once('error', () => stream.destroy());
    }
  };
}
