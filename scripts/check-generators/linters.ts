import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolName } from '../install.ts';
import { redocly } from '../linters.ts';
import { type Check, ToolError } from './check.ts';
import { runModule, toolsFolder } from './run-program.ts';

/** The part of Redocly's JSON report that we show. */
interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Tools that the project depends on anyway, here without its settings. */
export const linters: readonly Check[] = [
  {
    tool: `${toolName('@redocly/cli')}, recommended-strict`,
    proves: 'has no errors and no warnings',
    run: async ({ path }) => {
      const { stdout } = await redocly('lint', '--extends', 'recommended-strict', '--format', 'json', path);
      const { problems } = JSON.parse(stdout) as { readonly problems: readonly Problem[] };
      const lines = problems.map(
        ({ ruleId, message, location }) => `${location[0]?.pointer}  ${ruleId}: ${message}`,
      );
      if (lines.length > 0) throw new ToolError(lines.join('\n'));
    },
  },
  {
    tool: `${toolName('@stoplight/spectral-cli')}, spectral:oas`,
    proves: 'has no errors, warnings or hints',
    run: async ({ path, folder }) => {
      const ruleset = join(folder, 'spectral.yaml');
      await writeFile(ruleset, 'extends: spectral:oas\n');
      const cli = join(toolsFolder, '@stoplight/spectral-cli/dist/index.js');
      await runModule(cli, ['lint', '--ruleset', ruleset, '--fail-severity', 'hint', path]);
    },
  },
];
