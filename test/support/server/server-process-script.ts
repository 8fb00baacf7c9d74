import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { startServer } from '../../../operator/run/start-server.ts';
import { defaultConfig } from '../../../server/config/config.ts';
import { createPasswords } from '../../../server/security/passwords/password.ts';

// A service without rate limits and with cheap passwords, which waits for slow requests, and for other processes that write. It
// prints its address as a line of JSON, and runs until it is killed.
performance.now = () => 0;
const [database = '', secrets] = process.argv.slice(2);
const { url, internal } = await startServer({
  config: {
    ...defaultConfig,
    port: 0,
    database,
    secrets,
    rateLimits: undefined,
    limits: { ...defaultConfig.limits, headersTimeoutMs: 300_000, requestTimeoutMs: 300_000 },
    maximumKeys: 1_000_000,
    // Without a cache, a verification is current in each of several processes.
    internal: { listen: '127.0.0.1:0', cacheMs: 0 },
  },
  log: pino({ level: 'silent' }),
  random: randomBytes,
  passwords: createPasswords({ memoryCost: 8, timeCost: 1 }),
});
if (internal === undefined) throw new Error('no internal listener');
const credential = readFileSync(internal.credentialFile, 'utf8').trim();
console.log(JSON.stringify({ url, internal: internal.url, credential }));
