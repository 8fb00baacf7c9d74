import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Terminal } from '../../../conformance/engine/terminal/terminal.ts';
import { OperatorError } from '../../../server/operator-error.ts';

const { resolve } = createRequire(import.meta.url);

export function prism(
  { environment, endWith }: Terminal,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const command = find();
  const child = spawn(
    process.execPath,
    [command, 'mock', '-h', host, '-p', String(port), resolve('#openapi')],
    { stdio: 'inherit', env: { ...environment, REDOCLY_TELEMETRY: 'off' } },
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      endWith(code ?? 0);
      done();
    });
  });
}

function find(): string {
  try {
    return resolve('@stoplight/prism-cli/dist/index.js');
  } catch (cause) {
    throw new OperatorError(
      'input_invalid',
      'Prism is not installed: run npm install --save-dev @stoplight/prism-cli@5.14.2',
      { cause },
    );
  }
}
