import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A request hides in the body of another': {
    'server/http/guard.ts': {
      'connection-closed': {
        find: "if (hasUnknownEnding(request)) throw new Problem('malformed_request', { headers: { Connection: 'close' } });",
        replace: "if (hasUnknownEnding(request)) throw new Problem('malformed_request');",
        test: 'server/http/framing',
      },
      'unknown-codings': {
        find: "if (hasUnknownEnding(request)) throw new Problem('malformed_request', { headers: { Connection: 'close' } });",
        replace: "if (hasUnknownEnding(request)) request.headers['transfer-encoding']?.trim();",
        test: 'server/http/framing',
      },
    },
    'server/http/node-server.ts': {
      'strict-parser': {
        find: 'requireHostHeader: false,',
        replace: 'requireHostHeader: false, insecureHTTPParser: true,',
      },
    },
  },
  'Two parsers read a body differently': {
    'server/http/strict-json.ts': {
      depth: { find: 'throw malformed(`the body nests deeper', test: 'server/http/body' },
      'duplicate-fields': { find: 'countNamesIn(text) !== fields', test: 'server/http/body' },
      'utf-8': { find: 'fatal: true, ignoreBOM: true', replace: 'fatal: false, ignoreBOM: true' },
    },
    'server/http/express.ts': {
      'unknown-fields': {
        find: 'check?.(context.body) &&',
        replace: 'context.body !== undefined &&',
      },
    },
  },
  'A body adds fields to the prototype of objects': {
    'server/http/strict-json.ts': {
      'invalid-json': {
        find: `value = JSON.parse(text);
  } catch (cause) {`,
        replace: `value = JSON.parse(text);
  } catch (cause) {
    throw new Error('malformed_request');`,
        test: 'server/fuzz',
      },
    },
    'server/http/body.ts': {
      prototype: {
        find: 'parse(bytes, accepted[0]',
        replace: 'Object.assign({}, parse(bytes, accepted[0])',
      },
    },
  },
  'An unexpected method, path or header': {
    'server/http/express.ts': {
      'no-method-override': {
        find: 'request.url = contextOf(response).target;',
        replace: `request.url = contextOf(response).target;
  request.method = String(request.headers['x-http-method-override'] ?? request.method);`,
        test: 'conformance/service/demo',
      },
    },
    'server/app.ts': {
      'unknown-paths': {
        find: "throw new Problem('not_found');",
        replace: "throw new Error('not_found');",
      },
    },
  },
  'Pages of other origins call the service from a browser': {
    'server/app.ts': { 'no-origin': { find: 'corsOrigins.length > 0', replace: 'corsOrigins' } },
    'server/http/cors.ts': {
      'no-origin': {
        find: 'headers.origin === undefined || !',
        replace: 'headers.origin === undefined || ',
      },
    },
  },
  'A response contains more than it should': {
    'server/http/respond.ts': {
      'validated-responses': {
        find: 'operation?.checks',
        replace: 'operation?.checks && status > 599',
      },
    },
  },
};
