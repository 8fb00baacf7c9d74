import { onPostgres } from '../../support/server/database.ts';
import type { Planted } from './planted.ts';
import { plantPostgresFaults, postgresFaults } from './postgres-faults.ts';
import { plantSqliteFaults, sqliteFaults } from './sqlite-faults.ts';

/** The ways in which the engine that is tested can fail. */
export const faults: readonly string[] = onPostgres ? postgresFaults : sqliteFaults;

export const plantFaults: () => Planted = onPostgres ? plantPostgresFaults : plantSqliteFaults;
