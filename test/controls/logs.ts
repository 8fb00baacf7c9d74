import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Logs, errors or other responses contain secrets': {
    'no-request-in-errors': {
      test: 'server/http/validation.test.ts',
      file: 'server/http/problem.ts',
      find: "const location = plainName.test(name) ? `/body/${name}` : '/body';",
      replace: 'const location = `/body/${name}`;',
    },
    'no-secrets-in-log': {
      file: 'server/http/observe.ts',
      find: 'status: response.statusCode,',
      replace: `status: response.statusCode,
        data: context.data,`,
    },
    'no-target-in-log': {
      file: 'server/http/observe.ts',
      find: `traceparentTraceId: readTraceId(request.headers.traceparent),
        method,`,
      replace: `traceparentTraceId: readTraceId(request.headers.traceparent),
        method: \`\${method} \${context.sentTarget}\`,`,
    },
  },
  'A client forges log entries': {
    'only-trace-ids': {
      file: 'server/http/observe.ts',
      find: "return version === '00' && rest !== undefined ? undefined : traceId;",
      replace: "return version === '00' && rest !== undefined ? undefined : (traceId ?? header);",
    },
  },
  'A client uses the trace id of another request': {
    'own-trace-ids': {
      file: 'server/http/context.ts',
      find: 'context.traceId = createTraceId(random);',
      replace: `context.traceId =
      String(context.request.headers['traceparent'] ?? '').split('-')[1] ?? createTraceId(random);`,
    },
  },
  'An intruder removes traces': {
    anchors: {
      test: 'server/store/audit-tamper.test.ts',
      file: 'operator/audit/verify.ts',
      find: 'const outcomes = anchors.map((anchor) => compare(anchor, walks));',
      replace: "const outcomes = anchors.map((): AnchorOutcome => 'extended');",
    },
    'append-only': {
      file: 'server/store/migrations/0001-initial.ts',
      find: 'for (const statement of isPostgres ? postgresTriggers : sqliteTriggers)',
      replace: 'for (const statement of isPostgres ? postgresTriggers : sqliteTriggers.slice(1))',
    },
    'chained-events': {
      test: 'server/store/audit-tamper.test.ts',
      file: 'operator/audit/verify.ts',
      find: "if (row.previous_hash !== before.hash) return 'unlinked';",
    },
    'traced-events': {
      test: 'operator/keys-and-audit.test.ts',
      file: 'server/store/audit/record-event.ts',
      find: "trace_id: (source.actor === 'service' && source.traceId) || null,",
      replace: 'trace_id: null,',
    },
    'verify-fails': {
      test: 'operator/keys-and-audit.test.ts',
      file: 'bin/commands/audit/verify.ts',
      find: 'if (!report.intact) terminal.endWith(exitFailure);',
      replace: 'if (!report.intact) terminal.endWith(0 * exitFailure);',
    },
  },
};
