import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '../mock/create-mock.ts';
import { startMockServer } from '../mock/server.ts';
import { demoAccounts } from '../server/config/demo-accounts.ts';
import {
  type Access,
  type Build,
  type Check,
  isCI,
  MissingToolError,
  ToolError,
  toolsFolder,
} from './check-generators/check.ts';
import {
  copyPrograms,
  generatedPrograms,
  goCheck,
  parsers,
} from './check-generators/generated-programs.ts';
import { generators, linters } from './check-generators/generators.ts';
import { install } from './install.ts';
import { root } from './linters.ts';
import { secondsSince, workOff } from './work-off.ts';

/** What third-party tools generate must compile, and call the service. */
const names = ['openapi.yaml', 'openapi-3.0.yaml'];
const start = performance.now();
let failed = 0;

await install('scripts/tools');
const folder = await mkdtemp(join(tmpdir(), 'generators-'));
try {
  const builds = await Promise.all(names.map(prepare));
  const mock = await startMockServer(createMock());
  try {
    const { plain } = demoAccounts;
    const access: Access = [mock.url, plain.identity, plain.password];
    await runAll(builds, [goCheck(folder, access), ...generators, ...linters, ...parsers]);
    if (failed === 0) await runAll(builds, generatedPrograms(access));
    else report('skipped', 'the checks of what was generated');
  } finally {
    await mock.close();
  }
} finally {
  await rm(folder, { recursive: true });
}
console.log(`${failed === 0 ? 'All passed' : `${failed} failed`}, ${secondsSince(start)}`);
if (failed > 0) process.exitCode = 1;

async function prepare(name: string): Promise<Build> {
  const build = { name, path: join(root, 'generated', name), folder: join(folder, name) };
  await mkdir(build.folder);
  await symlink(toolsFolder, join(build.folder, 'node_modules'), 'junction');
  await copyPrograms(build);
  return build;
}

/** Runs each check on each build, as many at once as there are cores. */
async function runAll(builds: readonly Build[], checks: readonly Check[]): Promise<void> {
  const all = checks.flatMap((check) => builds.map((build) => ({ check, build })));
  await workOff(all, availableParallelism(), ({ check, build }) => run(check, build));
}

async function run({ tool, proves, run }: Check, build: Build): Promise<void> {
  const begin = performance.now();
  try {
    await run(build);
    report('passed ', `${build.name}: ${tool}: ${proves} (${secondsSince(begin)})`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error instanceof MissingToolError && !isCI)
      return report('skipped', `${build.name}: ${tool}: ${error.message}`);
    failed += 1;
    report(
      'FAILED ',
      `${build.name}: ${tool} (${secondsSince(begin)})\n${error.message.slice(0, 2000)}`,
    );
  }
}

function report(verdict: string, text: string): void {
  console.log(`${verdict} ${text}`);
}
