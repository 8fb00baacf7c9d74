// Generates a key through a proxy, in one of the ways that client/README.md shows.
import { EnvHttpProxyAgent, ProxyAgent, setGlobalDispatcher } from 'undici';
import { createClient } from '../../client/index.ts';

const [way, baseUrl, proxy] = process.argv.slice(2);
const credentials = { identity: 'demo@example.com', password: 'demo-password' };
const options = { baseUrl, credentials, timeout: 300_000 };

const ways = {
  everything: () => {
    setGlobalDispatcher(new EnvHttpProxyAgent());
    return createClient(options);
  },
  'one client': () => {
    const dispatcher = new ProxyAgent(proxy);
    return createClient({ ...options, fetch: (request) => fetch(request, { dispatcher }) });
  },
};

const result = await ways[way]().result.generateApiKey({ description: 'Through a proxy' });
console.log(result.ok ? result.data.description : result.failure.reason);
// The agents keep their connections.
process.exit();
