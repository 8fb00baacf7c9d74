import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The disk or the database fails, is full or is away': {
    'cut-network-is-an-outage': {
      test: 'postgres/readiness.test.ts',
      file: 'server/store/postgres/failures.ts',
      find: "'ECONNREFUSED',",
    },
    'full-disk-is-an-outage': {
      test: 'server/faults/sqlite-file.test.ts',
      file: 'server/store/outage.ts',
      find: "'SQLITE_FULL',",
    },
    'nothing-half-done': {
      file: 'server/store/sqlite/dialect.ts',
      find: "if (sqlite.inTransaction) sqlite.exec('rollback');",
      replace: "if (sqlite.inTransaction) sqlite.exec('commit');",
    },
    'one-rollback': {
      test: 'server/faults/store-faults.test.ts',
      file: 'server/store/sqlite/dialect.ts',
      find: "if (sqlite.inTransaction) sqlite.exec('rollback');",
      replace: "sqlite.exec('rollback');",
    },
    'ended-transactions-rejected': {
      test: 'server/faults/store-faults.test.ts',
      file: 'server/store/sqlite/dialect.ts',
      find: 'if (this.#isInTransaction && !this.#database.inTransaction)',
      replace: 'if (this.#isInTransaction && this.#database === undefined)',
    },
    'read-only-sessions-end': {
      test: 'postgres/outage.test.ts',
      file: 'server/store/postgres/failures.ts',
      find: "return code === readOnly || network.has(code) || code.startsWith('08') || code.startsWith('57P');",
      replace: "return network.has(code) || code.startsWith('08') || code.startsWith('57P');",
    },
  },
  'A process whose database fails still gets requests': {
    'ready-reads': {
      test: 'server/faults/store-faults.test.ts',
      file: 'operator/internal/readiness.ts',
      find: "const ready = Object.values(checks).every((check) => check === 'ok');",
      replace: "const ready = checks.accepting === 'ok';",
    },
    'ready-writes': {
      file: 'server/store/health.ts',
      find: `await transaction
          .insertInto('rate_limits')
          .values(probe)
          .onConflict((conflict) =>
            conflict
              .columns(['subject', 'action'])
              .doUpdateSet({ count: sql<number>\`1 - rate_limits.count\` }),
          )
          .execute();`,
      replace: 'await sql`select ${probe.subject}`.execute(transaction);',
    },
  },
  'The database file is removed or replaced at run time': {
    'replaced-file': {
      file: 'server/store/sqlite/open-sqlite.ts',
      find: 'if (fileIdOf(file) !== opened)',
      replace: 'if (fileIdOf(file) !== opened && !opened)',
    },
  },
  'The database connection is lost during a change': {
    'lost-connection': {
      file: 'server/store/postgres/failures.ts',
      find: 'if (code === undefined) return error instanceof Error && words.test(error.message);',
      replace: "if (code === undefined) return error instanceof Error && words.test('');",
    },
  },
  'The address of the database leads to a stale replica': {
    'replica-rejected': {
      file: 'server/store/postgres/pool.ts',
      find: 'if (rows[0]?.isReplica === true)',
      replace: 'if (rows[0]?.isReplica === undefined)',
    },
  },
  'PostgreSQL has space for updates, but not for new rows': {
    'ready-checks-space': {
      file: 'server/store/postgres/open-postgres.ts',
      find: "if (codeOf(error) === '53100') wasFull = true;",
      replace: "if (codeOf(error) === '') wasFull = true;",
    },
  },
  'Transactions collide': {
    'collisions-end': {
      file: 'server/store/postgres/failures.ts',
      find: `'40001', // serialization failure, after several attempts
  '40P01', // deadlock, after several attempts`,
    },
    'collisions-retried': {
      file: 'server/store/write.ts',
      find: 'if (!isTransient(error)) throw error;',
      replace: 'if (error !== undefined) throw error;',
    },
    'changes-behind-a-lock-wait': {
      test: 'postgres/write.test.ts',
      file: 'server/store/write.ts',
      find: 'if (group.length === maximumChanges || busyAccounts.has(change.accountId)) return true;',
      replace: 'if (group.length === maximumChanges) return true;',
    },
    'locked-accounts-leave': {
      file: 'server/store/write.ts',
      find: 'if (!mayWait) changes = withoutLocked(changes, isLocked);',
      replace: 'if (!mayWait) changes = withoutLocked(changes, () => false);',
    },
  },
  'A change of a group fails': {
    'made-again-alone': {
      file: 'server/store/write.ts',
      find: 'for (const change of changes) await commit([change], true);',
      replace: 'for (const { fail } of changes) fail(error);',
    },
    'bounded-groups': {
      file: 'server/store/write.ts',
      find: 'if (group.length === maximumChanges || busyAccounts.has(change.accountId)) return true;',
      replace: 'if (busyAccounts.has(change.accountId)) return true;',
    },
    'both-bounds-of-groups': {
      test: 'server/store/write.test.ts',
      file: 'server/store/write.ts',
      find: 'if (group.length === maximumChanges || busyAccounts.has(change.accountId)) return true;',
      replace: 'if (group.length === maximumChanges && busyAccounts.has(change.accountId)) return true;',
    },
    'given-up-once': {
      test: 'server/store/write.test.ts',
      file: 'server/store/write.ts',
      find: 'now < (contention.gaveUpAt ?? -Infinity) + lockTimeoutMs',
      replace: 'now < (contention.gaveUpAt ?? -Infinity)',
    },
    'one-account-in-turn': {
      file: 'server/store/write.ts',
      find: 'if (accountId !== undefined) ofAccounts.set(accountId, change);',
      replace: 'if (accountId !== undefined) ofAccounts.get(accountId);',
    },
    'waiting-changes-fail-together': {
      file: 'server/store/write.ts',
      find: 'hasBegun ? changes : [...changes, ...waiting.splice(0)]',
      replace: 'hasBegun ? changes : [...changes]',
    },
  },
  'All database connections are in use, or it is silent': {
    'query-timeout': {
      test: 'postgres/lost-responses.test.ts',
      file: 'server/store/postgres/pool.ts',
      find: "...(use !== 'patient' && { query_timeout: 15 * second }),",
    },
    'too-many-connections-is-an-outage': {
      file: 'server/store/postgres/failures.ts',
      find: "const classes = ['08', '28', '53', '57P', '58'];",
      replace: "const classes = ['08', '28', '57P', '58'];",
    },
  },
  'The response with a key is lost, and the client repeats': {
    'repeated-at-two-servers': {
      test: 'server/two-servers.test.ts',
      file: 'server/store/keys/api-keys.ts',
      find: 'if (earlier !== undefined) return earlier;',
    },
    'repeated-requests': {
      file: 'server/store/keys/api-keys.ts',
      find: 'await rememberKey(transaction, encryption, { repeatable, ...key });',
    },
  },
  'Processes that share an SQLite file damage it': {
    'checkpoints-for-others': {
      test: 'server/store/checkpoints.test.ts',
      file: 'server/store/sqlite/open-sqlite.ts',
      find: 'if (isClaimed) moveLarge();',
      replace: 'if (isClaimed) return;',
    },
    'held-during-restore': {
      test: 'operator/backup.test.ts',
      file: 'operator/backup/restore.ts',
      find: 'const replaced = held && (await readReplacedState(held));',
      replace: `const replaced = held && (await readReplacedState(held));
    held?.close();`,
    },
    'one-checkpointer': {
      file: 'server/store/sqlite/open-sqlite.ts',
      find: 'if (isLocked) return true;',
      replace: 'if (isLocked || connections.length > 0) return true;',
    },
  },
};
