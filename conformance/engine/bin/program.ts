import type { TestProgram } from '../commands/test-program.ts';
import type { HelpTexts } from '../terminal/help-texts.ts';
import type { Define, Listed, ProgramSettings } from '../terminal/program.ts';
import { engineTool } from '../tool.ts';

const tool = engineTool;

export const testProgram: TestProgram = {
  module: import.meta.url,
  tool,
  commandName: `npx --no-install ${tool.name}`,
  profileCommand: (document = 'openapi.yaml') => `${tool.name} init --document ${document}`,
};

/** The commands of the engine, for its own program or for one that brings a contract. */
export function engineSettings(program: TestProgram): ProgramSettings {
  const { tool, contract } = program;
  // A program with a contract writes its profile with `test --init`, and lists its checks with `test --list`. `compare` is for
  // servers of any document.
  const commands = commandsOf(program).filter(
    ([usage]) => contract === undefined || !/^(init|list|compare) /.test(usage),
  );
  const examples = [
    'test http://127.0.0.1:3000 --document openapi.yaml',
    'init http://127.0.0.1:3000',
  ];
  return {
    name: tool.name,
    description: 'test any server against its OpenAPI document',
    help: {
      examples: examples.map((line) => `${tool.name} ${line}`),
      exitCodes: {
        0: 'The command succeeded, or the server passed.',
        1: 'The server failed, or a change breaks clients.',
        2: 'The command line is wrong, or it names a file or address that cannot be used. No request was sent.',
        3: `The server, or its tests, could not be tested (test, proxy, mutate${contract === undefined ? ', compare' : ''}).`,
        70: `A bug in ${tool.name}: please report the message.`,
      },
    },
    commands: { 'Commands:': commands },
    version: (asJson) =>
      asJson
        ? JSON.stringify({ version: tool.version, node: process.versions.node })
        : tool.version,
  };
}

export const program: ProgramSettings = engineSettings(testProgram);

function commandsOf(testProgram: TestProgram): readonly Listed[] {
  /** A command that gets its help, with these examples, when it is needed. */
  const listed = (
    [usage, description]: readonly [usage: string, description: string],
    examples: readonly string[],
    load: (help: HelpTexts) => Promise<Define>,
  ): Listed => {
    const help = { examples: examples.map((line) => `${testProgram.tool.name} ${line}`) };
    return [usage, description, async () => ({ define: await load(help) })];
  };

  const { contract } = testProgram;
  const its =
    contract === undefined ? 'its OpenAPI document' : 'the contract, or its OpenAPI document';
  const profile = contract?.profileFile;
  return [
    listed(
      ['test [options] [base-url]', `test a server against ${its}`],
      [
        ...(profile === undefined
          ? []
          : [
              'test --init',
              `test http://127.0.0.1:8080 --profile ${profile}`,
              `test http://127.0.0.1:8080 --profile ${profile} --only login --verbose`,
            ]),
        'test http://127.0.0.1:3000 --document openapi.yaml',
        'test https://api.example.com --document https://api.example.com/openapi.json --read-only',
        'test http://127.0.0.1:3000 --document openapi.yaml --profile profile.yaml --report html=report.html',
        "test http://127.0.0.1:3000 --document openapi.yaml --operation 'GET /books/*'",
      ],
      async (help) => (await import('../commands/test/command.ts')).defineTest(testProgram, help),
    ),
    listed(
      [
        'init [options] [base-url] [file]',
        'write a profile with the credentials and values that a server needs',
      ],
      ['init http://127.0.0.1:3000', 'init --document openapi.yaml'],
      async (help) => (await import('../commands/init.ts')).defineInit(testProgram, help),
    ),
    listed(
      ['list [options]', 'list the checks that follow from a document'],
      ['list --document openapi.yaml', "list --document openapi.yaml --only 'document/*' --json"],
      async (help) => (await import('../commands/test/command.ts')).defineList(testProgram, help),
    ),
    listed(
      [
        'proxy [options] <base-url>',
        `forward real traffic to a server, and report where it differs from ${its}`,
      ],
      [
        ...(contract === undefined ? [] : ['proxy http://127.0.0.1:8080']),
        'proxy http://127.0.0.1:3000 --document openapi.yaml',
      ],
      async (help) => (await import('../commands/proxy/command.ts')).defineProxy(testProgram, help),
    ),
    listed(
      [
        'mutate [options] <base-url> -- <command...>',
        'find out whether tests that call a server would notice if it broke its contract',
      ],
      [
        ...(contract === undefined ? [] : ['mutate http://127.0.0.1:8080 -- npm test']),
        'mutate http://127.0.0.1:3000 --document openapi.yaml -- npm test',
        'mutate http://127.0.0.1:3000 --document openapi.yaml --fail-under 80 --report html=score.html -- pytest --base-url {url}',
      ],
      async (help) =>
        (await import('../commands/mutate/command.ts')).defineMutate(testProgram, help),
    ),
    listed(
      [
        'compare [options] <old-url> <new-url>',
        'send the same requests to two servers, and rate each difference for clients',
      ],
      [
        'compare http://127.0.0.1:3000 http://127.0.0.1:3001 --document openapi.yaml',
        'compare https://api.example.com https://next.example.com --document openapi.yaml --read-only',
      ],
      async (help) =>
        (await import('../commands/compare/command.ts')).defineCompare(testProgram, help),
    ),
    [
      'diff [options] <old> <new>',
      'compare two OpenAPI documents, and rate each change for clients and for servers',
      () => import('../commands/diff/command.ts'),
    ],
  ];
}
