import { join } from 'node:path';
import type { Check, Missing } from './check.ts';
import type { DemoServer } from './demo-server.ts';
import { runProgram } from './run-program.ts';

// Debian's packages are for its own Python, which need not be the first.
const candidates = ['python3', '/usr/bin/python3'];
const versions =
  'import jsonschema, platform; from importlib.metadata import version; print(version("jsonschema"), platform.python_version())';

export async function pythonCheck({ credentials }: DemoServer): Promise<Check | Missing> {
  const interpreters = await Promise.all(candidates.map(readVersions));
  const found = interpreters.find((one) => one !== undefined);
  if (found === undefined)
    return { missing: 'Python 3 with jsonschema. On Debian and Ubuntu: apt-get install python3-jsonschema' };
  const { program, library, python } = found;
  const programs = join(import.meta.dirname, 'programs');
  return {
    tool: `jsonschema ${library}, Python ${python}`,
    proves: 'its patterns mean the same, and a client logs in, generates and revokes',
    run: async ({ folder }) => {
      const files = [join(folder, 'document.json'), join(programs, 'values.json')];
      await runProgram(program, [join(programs, 'call-service.py'), ...files, ...credentials]);
    },
  };
}

/** Undefined when there is no such program, or it does not find jsonschema. */
async function readVersions(program: string) {
  const output = await runProgram(program, ['-c', versions]).catch(() => undefined);
  if (output === undefined) return undefined;
  const [library, python] = output.trim().split(' ');
  return { program, library, python };
}
