import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Logs, errors or other responses contain secrets': {
    'no-request-in-errors': {
      test: 'server/http/validation.test.ts',
      file: 'server/http/transport/express-validator.ts',
      find: "return { location: '/body', rule, message: 'must have no field that the contract does not know' };",
      replace: 'return { location: path, rule, message };',
    },
    'no-secrets-in-log': {
      test: 'server/secrets.test.ts',
      file: 'server/http/steps/access-log.ts',
      find: 'status: outgoing.statusCode,',
      replace: `status: outgoing.statusCode,
        data: incoming.data,`,
    },
    'no-target-in-log': {
      test: 'server/secrets.test.ts',
      file: 'server/http/steps/access-log.ts',
      find: `traceparentTraceId: readTraceId(message.headers.traceparent),
        method,`,
      replace: `traceparentTraceId: readTraceId(message.headers.traceparent),
        method: \`\${method} \${incoming.sentTarget}\`,`,
    },
  },
  'A client forges log entries': {
    'only-trace-ids': {
      test: 'server/hostile/log-injection.test.ts',
      file: 'server/http/steps/access-log.ts',
      find: "return version === '00' && rest !== undefined ? undefined : traceId;",
      replace: "return version === '00' && rest !== undefined ? undefined : (traceId ?? header);",
    },
  },
  'A client uses the trace id of another request': {
    'own-trace-ids': {
      test: 'server/http/trace.test.ts',
      file: 'server/http/steps/trace.ts',
      find: 'incoming.traceId = createTraceId(random);',
      replace: `incoming.traceId =
      String(incoming.message.headers['traceparent'] ?? '').split('-')[1] ?? createTraceId(random);`,
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
      test: 'server/store/audit.test.ts',
      file: 'server/store/migrations/0004-audit-chains.ts',
      find: 'for (const statement of isPostgres ? postgresTriggers : sqliteTriggers) {',
      replace: 'for (const statement of isPostgres ? postgresTriggers : sqliteTriggers.slice(1)) {',
    },
    'chained-events': {
      test: 'server/store/audit-tamper.test.ts',
      file: 'operator/audit/check-event.ts',
      find: "if (row.previous_hash !== before.hash) return 'unlinked';",
    },
    'traced-events': {
      test: 'operator/audit-command.test.ts',
      file: 'server/store/audit/record-event.ts',
      find: "trace_id: (source.actor === 'service' && source.traceId) || null,",
      replace: 'trace_id: null,',
    },
    'verify-fails': {
      test: 'operator/audit-command.test.ts',
      file: 'bin/commands/audit/verify.ts',
      find: 'if (!report.intact) terminal.endWith(exitFailure);',
      replace: 'if (!report.intact) terminal.endWith(0 * exitFailure);',
    },
  },
};
