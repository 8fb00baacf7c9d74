import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A request hides in the body of another': {
    'connection-closed': {
      test: 'server/http/framing.test.ts',
      file: 'server/http/guard.ts',
      find: "if (hasUnknownCoding(request)) throw new Problem('malformed_request', { headers: { Connection: 'close' } });",
      replace: "if (hasUnknownCoding(request)) throw new Problem('malformed_request');",
    },
    'strict-parser': {
      file: 'server/http/node-server.ts',
      find: 'requireHostHeader: false,',
      replace: `requireHostHeader: false,
    insecureHTTPParser: true,`,
    },
    'unknown-codings': {
      test: 'server/http/framing.test.ts',
      file: 'server/http/guard.ts',
      find: "if (hasUnknownCoding(request)) throw new Problem('malformed_request', { headers: { Connection: 'close' } });",
      replace: "if (hasUnknownCoding(request)) request.headers['transfer-encoding']?.trim();",
    },
  },
  'Two parsers read a body differently': {
    depth: {
      test: 'server/http/body.test.ts',
      file: 'server/http/strict-json.ts',
      find: 'if (depth > maximumDepth) throw malformed(`the body nests deeper than ${maximumDepth} levels`);',
    },
    'duplicate-fields': {
      test: 'server/http/body.test.ts',
      file: 'server/http/strict-json.ts',
      find: "if (fields > 0 && countNamesIn(text) !== fields) throw malformed('the body has a field twice');",
    },
    'unknown-fields': {
      file: 'server/http/express.ts',
      find: 'if (check?.(context.body) && (headers === undefined || headers(request.headers))) return next();',
      replace:
        'if (context.body !== undefined && (headers === undefined || headers(request.headers))) return next();',
    },
    'utf-8': {
      file: 'server/http/strict-json.ts',
      find: "const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });",
      replace: "const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });",
    },
  },
  'A body adds fields to the prototype of objects': {
    'invalid-json': {
      test: 'server/fuzz.test.ts',
      file: 'server/http/strict-json.ts',
      find: `value = JSON.parse(text);
  } catch (cause) {`,
      replace: `value = JSON.parse(text);
  } catch (cause) {
    throw new Error('malformed_request');`,
    },
    prototype: {
      file: 'server/http/body.ts',
      find: 'context.body = parse(bytes, accepted[0]);',
      replace: 'context.body = Object.assign({}, parse(bytes, accepted[0]));',
    },
  },
  'An unexpected method, path or header': {
    'no-method-override': {
      test: 'conformance/service/demo.test.ts',
      file: 'server/http/express.ts',
      find: 'request.url = contextOf(request, response).target;',
      replace: `request.url = contextOf(request, response).target;
  request.method = String(request.headers['x-http-method-override'] ?? request.method);`,
    },
    'unknown-paths': {
      file: 'server/app.ts',
      find: "throw new Problem('not_found');",
      replace: "throw new Error('not_found');",
    },
  },
  'Pages of other origins call the service from a browser': {
    'no-origin': {
      edits: [
        {
          file: 'server/app.ts',
          find: 'corsOrigins.length > 0 ? cors(document, corsOrigins) : undefined',
          replace: 'cors(document, corsOrigins)',
        },
        {
          file: 'server/http/cors.ts',
          find: 'if (headers.origin === undefined || !origins.includes(headers.origin)) return undefined;',
          replace: 'if (headers.origin === undefined || origins.includes(headers.origin)) return undefined;',
        },
      ],
    },
  },
  'A response contains more than it should': {
    'validated-responses': {
      file: 'server/http/respond.ts',
      find: 'if (operation?.checks) validate(operation.checks, status, body);',
      replace: 'if (operation?.checks && status > 599) validate(operation.checks, status, body);',
    },
  },
};
