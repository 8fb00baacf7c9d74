import type { PasswordCost } from '../../../server/security/passwords/password-cost.ts';

/** The options of `serve`, from flags or from the environment. */
export interface ServeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly host?: string;
  readonly database?: string;
  readonly databaseConnections?: number;
  readonly secrets?: string;
  readonly argon2?: PasswordCost;
  readonly trustProxy?: number;
  readonly behindProxy?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly internal?: string;
  readonly internalCredential?: string;
  readonly corsOrigin?: readonly string[];
  readonly drainDelay?: number;
  /** `false` for `--no-docs`, otherwise `true`. */
  readonly docs?: boolean;
  readonly demo?: boolean;
  readonly printConfig?: boolean;
  readonly json?: boolean;
}

export const demoDatabase = './data/demo.db';
