import type { TestProgram } from '../commands/test-program.ts';
import type { Listed, ProgramSettings } from '../terminal/program.ts';
import { engineTool as tool } from '../tool.ts';

const testProgram: TestProgram = {
  tool,
  commandName: `npx ${tool.name}`,
  profileCommand: (document = 'openapi.yaml') => `${tool.name} init --document ${document}`,
};

/** Command lines with the name of the program. */
const examplesOf = (...lines: readonly string[]) => ({
  examples: lines.map((line) => `${tool.name} ${line}`),
});

const commands: readonly Listed[] = [
  [
    'test',
    '[options] [base-url]',
    'test a server against its OpenAPI document',
    async () => {
      const { defineTest } = await import('../commands/test/command.ts');
      const help = examplesOf(
        'test http://127.0.0.1:3000 --document openapi.yaml',
        'test https://api.example.com --document https://api.example.com/openapi.json --read-only',
        'test http://127.0.0.1:3000 --document openapi.yaml --profile profile.yaml --report html=report.html',
        "test http://127.0.0.1:3000 --document openapi.yaml --operation 'GET /books/*'",
      );
      return defineTest(testProgram, help);
    },
  ],
  [
    'init',
    '[options] [file]',
    'write a profile with the credentials and values that a document needs',
    async () => {
      const { defineInit } = await import('../commands/init.ts');
      return defineInit(testProgram, examplesOf('init --document openapi.yaml'));
    },
  ],
  [
    'list',
    '[options]',
    'list the checks that follow from a document',
    async () => {
      const { defineList } = await import('../commands/test/command.ts');
      const help = examplesOf(
        'list --document openapi.yaml',
        "list --document openapi.yaml --only 'document/*' --json",
      );
      return defineList(testProgram, help);
    },
  ],
  [
    'proxy',
    '[options] <base-url>',
    'forward real traffic to a server, and report where it differs from its document',
    async () => {
      const { defineProxy } = await import('../commands/proxy/command.ts');
      const help = examplesOf('proxy http://127.0.0.1:3000 --document openapi.yaml');
      return defineProxy(testProgram, help);
    },
  ],
  [
    'diff',
    '[options] <old> <new>',
    'compare two OpenAPI documents, and rate each change for clients and for servers',
    async () => (await import('../commands/diff/command.ts')).define,
  ],
];

export const program: ProgramSettings = {
  name: tool.name,
  description: 'test any server against its OpenAPI document',
  help: {
    ...examplesOf('test http://127.0.0.1:3000 --document openapi.yaml', 'init --document openapi.yaml'),
    exitCodes: {
      0: 'The command succeeded, or the server passed.',
      1: 'The server failed, or a change breaks clients.',
      2: 'The command line is wrong, or it names a file or address that cannot be used. No request was sent.',
      3: 'The server could not be tested (test, proxy).',
      70: `A bug in ${tool.name}: please report the message.`,
    },
    docs: () => tool.homepage,
  },
  commands: { 'Commands:': commands },
  version: (asJson) =>
    asJson ? JSON.stringify({ version: tool.version, node: process.versions.node }) : tool.version,
};
