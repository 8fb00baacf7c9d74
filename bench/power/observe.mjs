// Loaded into a foreign server: writes each 5xx with its method and path to stderr, and ends in a way that writes the coverage.
import http from 'node:http';

const emit = http.Server.prototype.emit;
http.Server.prototype.emit = function (event, ...args) {
  const [request, response] = args;
  if (event === 'request')
    response.once('finish', () => {
      if (response.statusCode < 500) return;
      const path = request.url.split('?')[0].replace(/\/[^/]*[^a-z/-][^/]*(?=\/|$)/gi, '/{}');
      process.stderr.write(`failure ${request.method} ${path}\n`);
    });
  return emit.call(this, event, ...args);
};
process.once('SIGTERM', () => process.exit(0));
