import { startTestServer } from '../../support/test-server.ts';

// A service without brakes and with cheap passwords, to be killed. It says where it is, and lives until then.
const [database = ''] = process.argv.slice(2);
const { url } = await startTestServer({ config: { database, maximumKeys: 1_000_000 }, now: Date.now });
console.log(url);
