import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The disk or the database fails, is full or is away': {
    'server/store/postgres/failures.ts': {
      'cut-network-is-an-outage': {
        find: "=== 'connect'",
        replace: "=== 'x'",
        test: 'postgres/open',
      },
      'read-only-sessions-end': {
        find: 'stale.includes(code) || ',
        replace: '',
        test: 'postgres/readiness',
      },
    },
    'server/store/outage.ts': {
      'full-disk-is-an-outage': { find: "'SQLITE_FULL',", test: 'server/faults/sqlite-file' },
      'folder-is-away': {
        find: "=== 'stat'",
        replace: "=== 'x'",
        test: 'server/store/checkpoints',
      },
    },
    'server/store/sqlite/dialect.ts': {
      'nothing-half-done': { find: "sqlite.exec('rollback');", replace: "sqlite.exec('commit');" },
      'one-rollback': { find: 'if (sqlite.inTransaction) sqlite.exec', replace: 'sqlite.exec' },
      'ended-transactions-rejected': {
        find: '&& !this.#database.inTransaction)',
        replace: '&& false)',
      },
    },
  },
  'A process whose database fails still gets requests': {
    'operator/internal/readiness.ts': {
      'ready-reads': {
        find: "const ready = Object.values(checks).every((check) => check === 'ok');",
        replace: "const ready = checks.accepting === 'ok';",
        test: 'server/faults/store-faults',
      },
    },
    'server/store/health.ts': {
      'ready-writes': {
        find: "(subject, action, count, until, forget_at) values ('health', 'probe', 0, 0, 0)",
        replace:
          "(subject, action, count, until, forget_at) select 'health', 'probe', 0, 0, 0 where 1 = 0",
      },
    },
  },
  'The database file is removed or replaced at run time': {
    'server/store/sqlite/open-sqlite.ts': {
      'replaced-file': {
        find: 'isReplaced = fileIds() !== opened;',
        replace: 'isReplaced = false;',
      },
    },
  },
  'The database connection is lost during a change': {
    'server/store/postgres/failures.ts': {
      'lost-connection': {
        find: 'Error && words.test(error.message);',
        replace: "Error && words.test('');",
      },
    },
  },
  'The address of the database leads to a stale replica': {
    'server/store/postgres/pool.ts': {
      'replica-rejected': { find: 'isReplica === true', replace: 'isReplica === undefined' },
      'replica-behind-a-pooler': { find: 'checkedAt > second', replace: 'checkedAt > Infinity' },
    },
  },
  'PostgreSQL has space for updates, but not for new rows': {
    'server/store/postgres/open-postgres.ts': {
      'ready-checks-space': {
        find: "if (codeOf(error) === '53100')",
        replace: "if (codeOf(error) === '')",
      },
    },
  },
  'Transactions collide': {
    'server/store/postgres/failures.ts': {
      'collisions-end': `'40001', // serialization failure, after several attempts
  '40P01', // deadlock, after several attempts`,
    },
    'server/store/write.ts': {
      'collisions-retried': {
        find: 'if (!isTransient(error))',
        replace: 'if (error !== undefined)',
      },
      'changes-behind-a-lock-wait': { find: ' || busyAccounts.has(change.accountId)', replace: '' },
      'locked-accounts-leave': { find: 'changes, isLocked', replace: 'changes, () => false' },
    },
  },
  'A change of a group fails': {
    'server/store/write.ts': {
      'made-again-alone': { find: 'await commit([change], true)', replace: 'change.fail(error)' },
      'bounded-groups': {
        find: 'group.length === maximumChanges || busyAccounts',
        replace: 'busyAccounts',
      },
      'both-bounds-of-groups': { find: 'maximumChanges ||', replace: 'maximumChanges &&' },
      'patient-changes': { find: ' && waiting.every(({ isPatient }) => isPatient)', replace: '' },
      'patience-ends': 'if (!isPatient) hurry();',
      'given-up-once': {
        find: 'gaveUpAt ?? -Infinity) + lockTimeoutMs',
        replace: 'gaveUpAt ?? -Infinity)',
      },
      'one-account-in-turn': { find: 'set(accountId, change);', replace: 'get(accountId);' },
      'waiting-changes-fail-together': {
        find: 'changes, ...waiting.splice(0)',
        replace: 'changes',
      },
    },
  },
  'All database connections are in use, or it is silent': {
    'server/store/postgres/pool.ts': {
      'query-timeout': { find: 'query_timeout: 15 * second', test: 'postgres/lost-responses' },
    },
    'server/store/postgres/failures.ts': {
      'too-many-connections-is-an-outage': {
        find: "08', '28', '53', '54000',",
        replace: "08', '28', '54000',",
      },
    },
  },
  'The response with a key is lost, and the client repeats': {
    'server/store/keys/api-keys.ts': {
      'repeated-at-two-servers': { find: 'return earlier;', test: 'server/two-servers' },
      'repeated-requests': 'await rememberKey(transaction, encryption, { repeatable, ...key });',
    },
  },
  'Processes that share an SQLite file damage it': {
    'server/store/sqlite/open-sqlite.ts': {
      'checkpoints-for-others': {
        find: 'if (isClaimed) moveLarge();',
        replace: 'if (isClaimed) return;',
      },
      'log-begins-anew': { find: 'pages.log > 2', replace: 'pages.log < 0' },
      'one-checkpointer': {
        find: 'if (isLocked)',
        replace: 'if (isLocked || connections.length > 0)',
      },
    },
    'operator/backup/restore.ts': {
      'held-during-restore': {
        find: 'const stamp = new',
        replace: 'held?.close(); const stamp = new',
        test: 'operator/backup',
      },
    },
  },
};
