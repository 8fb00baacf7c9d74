import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { type Config, defaultConfig } from '../../../server/config/config.ts';
import { type Layer, mergeConfig, problemsOf } from '../../../server/config/config-layers.ts';
import { OperatorError } from '../../../server/operator-error.ts';
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

/** Merges the defaults, the file and the flags. @throws OperatorError */
export async function configOf(options: ServeOptions): Promise<Config> {
  const file =
    options.config === undefined ? {} : (await loadFiles()).readConfigFile(options.config);
  const flags = layerOf(options);
  const base = options.demo ? { ...defaultConfig, database: demoDatabase } : defaultConfig;
  const merged = mergeConfig(base, file, flags);
  // Behind a proxy, the default is one.
  const trustedHops = merged.behindProxy
    ? (flags.trustedHops ?? file.trustedHops ?? 1)
    : merged.trustedHops;
  const { limits } = merged;
  const config = {
    ...merged,
    trustedHops,
    // All connections come from the proxy.
    ...(trustedHops > 0 && {
      limits: {
        ...limits,
        connectionsPerNetwork: file.limits?.connectionsPerNetwork ?? limits.connections,
      },
    }),
    ...(options.demo && { rateLimits: undefined }),
  };
  const problems = problemsOf(JSON.parse(JSON.stringify(config)));
  if (problems.length > 0) throw new OperatorError('option_invalid', problems.join('; '));
  return config;
}

/** Prints the configuration, for `--print-config`. @throws OperatorError */
export async function printConfig(terminal: Terminal, options: ServeOptions): Promise<void> {
  const config = await configOf(options);
  const { formatConfig } = await loadFiles();
  terminal.stdout.write(formatConfig(config, options.json));
}

const loadFiles = () => import('../../../server/config/config-file.ts');

function layerOf(options: ServeOptions): Layer {
  const { tlsCert, tlsKey, internal, internalCredential, drainDelay } = options;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new OperatorError(
      'option_invalid',
      'a certificate needs its key: give both --tls-cert and --tls-key',
    );
  return {
    host: options.host,
    port: options.port,
    database: options.database,
    databaseConnections: options.databaseConnections,
    secrets: options.secrets,
    passwordCost: options.argon2,
    trustedHops: options.trustProxy,
    behindProxy: options.behindProxy,
    corsOrigins: options.corsOrigin,
    // Without the flag, the file decides.
    docs: options.docs === false ? false : undefined,
    ...(drainDelay !== undefined && { drainDelayMs: drainDelay * 1000 }),
    ...(tlsCert !== undefined && { tls: { certificate: tlsCert, key: tlsKey } }),
    ...((internal ?? internalCredential) !== undefined && {
      internal: { listen: internal, credentialFile: internalCredential },
    }),
  };
}
