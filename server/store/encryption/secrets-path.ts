import { SecretsError } from '../../security/encryption/secrets-error.ts';
import { isPostgresUrl } from '../postgres/url.ts';

/** Where the keys are: where somebody said, or beside the SQLite file. */
export function secretsPath(database: string, named: string | undefined): string {
  if (named !== undefined) return named;
  if (!isPostgresUrl(database)) return `${database}.secrets`;
  throw new SecretsError(
    'file_unnamed',
    'a PostgreSQL database needs a secrets file: name it with --secrets or ACCOUNT_ACCESS_SECRETS (it is made when nothing is sealed yet)',
  );
}
