import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Missing } from './check.ts';
import type { DemoServer } from './demo-server.ts';
import { runProgram } from './run-program.ts';

// Where Debian and Ubuntu put the sources of Go packages. Nothing is downloaded.
const goPath = '/usr/share/gocode';
const packages = 'golang-go golang-github-getkin-kin-openapi-dev';

export async function goCheck(folder: string, { credentials }: DemoServer): Promise<Check | Missing> {
  const version = await runProgram('go', ['env', 'GOVERSION']).catch(() => undefined);
  if (version === undefined || !existsSync(join(goPath, 'src/github.com/getkin/kin-openapi')))
    return { missing: `Go with kin-openapi. On Debian and Ubuntu: apt-get install ${packages}` };

  const programs = join(import.meta.dirname, 'programs');
  const program = join(folder, 'check-with-go');
  const env = { GOPATH: goPath, GO111MODULE: 'off', GOFLAGS: '' };
  const built = runProgram('go', ['build', '-o', program, join(programs, 'go/main.go')], { env });
  // Reported by the check that waits for it.
  built.catch(() => undefined);
  return {
    tool: `kin-openapi of Debian, ${version.trim()}`,
    proves: 'is valid, its patterns compile, and a Go client logs in, generates and revokes',
    run: async ({ path }) => {
      await built;
      await runProgram(program, [path, join(programs, 'values.json'), ...credentials]);
    },
  };
}
