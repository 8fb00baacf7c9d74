// LoopBack's example of to-dos, with a store in memory.
import loopback from '@loopback/example-todo';

const rest = { port: 0, host: '127.0.0.1', openApiSpec: { setServersFromRequest: true } };
const app = new loopback.TodoListApplication({ rest, databaseSeeding: false });
// The example writes a file in the current folder otherwise.
app.bind('datasources.config.db').to({ name: 'db', connector: 'memory' });
await app.boot();
await app.start();
const url = app.restServer.url;
console.log(JSON.stringify({ url, documentUrl: `${url}/openapi.json` }));
