import { execFile } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What Node runs for Spectral with its rules for OpenAPI and for the OWASP API Security Top 10; documents follow. */
export const spectral = [
  'scripts/tools/node_modules/@stoplight/spectral-cli/dist/index.js',
  'lint',
  ...[
    '--ruleset',
    'scripts/tools/spectral.yaml',
    '--fail-severity',
    'hint',
    '--fail-on-unmatched-globs',
  ],
];

/** Redocly has no importable API for the version whose rules we use. It must send nothing anywhere. */
export function redocly(...args: readonly string[]): Promise<Finished> {
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const env = {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
    NO_COLOR: '1',
  };
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      if (child.exitCode === null) reject(error ?? new Error(`redocly ${args[0]} was killed`));
      else resolve({ exitCode: child.exitCode, stdout, stderr });
    });
  });
}
