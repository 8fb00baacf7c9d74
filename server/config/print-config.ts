import { stringify } from 'yaml';
import { hidePassword } from '../store/postgres/url.ts';
import type { Config } from './config.ts';

/** The configuration as a file that `--config` takes. There are no secrets in it but, maybe, one in the database's URL. */
export function printConfig(config: Config, asJson = false): string {
  const shown = { ...config, database: hidePassword(config.database) };
  return asJson ? `${JSON.stringify(shown, undefined, 2)}\n` : stringify(shown);
}
