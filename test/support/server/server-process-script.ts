import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { startServer } from '../../../server/service.ts';

// A service without rate limits, which waits for other processes that write. It prints its address as a line of JSON, and runs until
// it is killed.
const [database = '', encryptionKeyFile] = process.argv.slice(2);
const { url, internal } = await startServer({
  config: {
    port: 0,
    database,
    encryptionKeyFile,
    rateLimits: false,
    maximumKeys: 1_000_000,
    internal: '127.0.0.1:0',
    internalCredentialFile: `${encryptionKeyFile}.internal`,
  },
  log: pino({ level: 'silent' }),
});
if (internal === undefined) throw new Error('no internal listener');
const credential = readFileSync(internal.credentialFile, 'utf8').trim();
console.log(JSON.stringify({ url, internal: internal.url, credential }));
