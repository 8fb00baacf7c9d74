import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Logs, errors or other responses contain secrets': {
    'server/http/problem.ts': {
      'no-request-in-errors': {
        find: "const location = plainName.test(name) ? `/body/${name}` : '/body';",
        replace: 'const location = `/body/${name}`;',
        test: 'server/http/validation',
      },
    },
    'server/http/express.ts': {
      'no-target-in-warnings': { find: "own.url = '/';", test: 'server/http/framing' },
    },
    'server/http/observe.ts': {
      'no-secrets-in-log': {
        find: 'status: response.headersSent ? response.statusCode : undefined,',
        replace: `status: response.headersSent ? response.statusCode : undefined,
        data: context.data,`,
      },
      'no-target-in-log': {
        find: `traceparentTraceId: readTraceId(request.headers.traceparent),
        method,`,
        replace: `traceparentTraceId: readTraceId(request.headers.traceparent),
        method: \`\${method} \${context.sentTarget}\`,`,
      },
    },
  },
  'A client forges log entries': {
    'server/http/observe.ts': {
      'only-trace-ids': {
        find: 'undefined : traceId;',
        replace: 'undefined : (traceId ?? header);',
      },
      'client-is-an-address': {
        find: 'isIP(network)',
        replace: '1',
        test: 'server/operations/login-log',
      },
    },
  },
  'A changed database sends commands to the terminal of an operator': {
    'bin/define.ts': {
      'controls-escaped': [
        { find: 'print(escapeControls(text))', replace: 'print(text)' },
        { find: 'say(escapeControls(text))', replace: 'say(text)' },
      ],
    },
    'bin/commands/audit/command.ts': {
      'events-escaped': { find: 'escapeControls(text)', replace: 'text' },
    },
  },
  'A client uses the trace id of another request': {
    'server/http/context.ts': {
      'own-trace-ids': {
        find: 'context.traceId = createTraceId(random);',
        replace: `context.traceId =
      String(context.request.headers['traceparent'] ?? '').split('-')[1] ?? createTraceId(random);`,
      },
    },
  },
  'An intruder removes traces': {
    'operator/audit/verify.ts': {
      anchors: {
        find: 'const outcomes = anchors.map((anchor) => compare(anchor, walks));',
        replace: "const outcomes = anchors.map((): AnchorOutcome => 'extended');",
        test: 'server/store/audit-tamper',
      },
      'no-event-before-the-first': { find: 'if (first < 1)', test: 'server/store/audit-tamper' },
      'chained-events': { find: "return 'unlinked'", test: 'server/store/audit-tamper' },
    },
    'server/store/migrations/0001-initial.ts': {
      'events-from-one-on': { find: ' check (sequence > 0)', replace: '' },
      'append-only': { find: ': sqliteTriggers', replace: ': sqliteTriggers.slice(1)' },
    },
    'server/store/audit/record-event.ts': {
      'traced-events': {
        find: '&& source.traceId',
        replace: '&& null',
        test: 'operator/keys-and-audit',
      },
    },
    'bin/commands/audit/verify.ts': {
      'verify-fails': {
        find: 'endWith(',
        replace: 'endWith(0 * ',
        test: 'operator/keys-and-audit',
      },
    },
  },
};
