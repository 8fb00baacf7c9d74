import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report, ReportedCheck } from '../../conformance/engine/report/report.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { useClient } from '../support/http/use-client.ts';
import {
  type Defect,
  frameworks,
  type Implementation,
  implementationsFolder,
  withImplementation,
} from './start-implementation.ts';

const withTsx = { source: 'server.ts', start: [process.execPath, '--import', 'tsx', 'server.ts'] } as const;

const implementations: readonly Implementation[] = [
  {
    name: 'node-http',
    ...withTsx,
    defect: {
      name: "revokes another user's key",
      check: 'revocation/another-user-is-rejected',
      basis: 'safety',
      find: 'key?.owner !== user',
      replace: 'key === undefined',
    },
  },
  {
    name: 'express',
    ...withTsx,
    defect: {
      name: 'returns a time that is not an integer',
      check: 'usage/latency-is-an-integer',
      basis: 'shown',
      with: ['login/returns-a-token'],
      find: 'Date.now() - response.locals.started',
      replace: 'Date.now() - response.locals.started + 0.5',
    },
  },
  {
    name: 'fastify',
    ...withTsx,
    requires: frameworks,
    defect: {
      name: 'sends a 401 without a challenge',
      check: 'tokens/401-has-a-challenge',
      basis: 'standard',
      find: "if (code === 401) reply.header('WWW-Authenticate', 'Bearer realm=\"account\"');",
      replace: '',
    },
  },
  {
    name: 'hono',
    ...withTsx,
    requires: frameworks,
    defect: {
      name: 'accepts a token that is not signed',
      check: 'tokens/unsigned-jwt-is-rejected',
      basis: 'safety',
      find: "await verify(token, signingKey, 'HS256').catch(() => undefined)",
      replace: "JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')",
    },
  },
  {
    name: 'go',
    source: 'operations.go',
    build: ['go', 'build', '-o', 'server', 'main.go', 'operations.go', 'totp.go'],
    start: ['./server'],
    requires: { probe: ['go', 'version'], install: 'apt-get install golang-go' },
    defect: {
      name: 'returns 403 for an unknown id',
      check: 'revocation/unknown-id-is-404',
      basis: 'decided',
      find: 'fail(404, "key_not_found"',
      replace: 'fail(403, "key_not_found"',
    },
  },
  {
    name: 'python',
    source: 'server.py',
    // Debian's Python, which has Debian's packages. Another Python may come first in PATH.
    start: ['/usr/bin/python3', 'server.py'],
    requires: {
      probe: ['/usr/bin/python3', '-c', 'import fastapi, uvicorn'],
      install: 'apt-get install python3-fastapi uvicorn',
    },
    defect: {
      name: 'rejects a chunked body',
      check: 'bodies/chunked-body',
      basis: 'wire',
      find: 'app.router.redirect_slashes = False\n',
      replace: `app.router.redirect_slashes = False

@app.middleware("http")
async def require_length(request, operation):
    if "transfer-encoding" in request.headers:
        return respond(411, "Send Content-Length", reason="length_required")
    return await operation(request)
`,
    },
  },
  {
    name: 'flask',
    source: 'server.py',
    // As with python: Debian's gunicorn, which runs Debian's Python.
    start: ['/usr/bin/gunicorn'],
    requires: {
      probe: ['/usr/bin/python3', '-c', 'import flask, gunicorn'],
      install: 'apt-get install python3-flask gunicorn',
    },
    defect: {
      name: 'revokes a key by the beginning of its id',
      check: 'revocation/id-must-match-exactly',
      basis: 'safety',
      find: 'key = keys.get(id)',
      replace: 'key = next((key for name, key in keys.items() if name.startswith(id)), None)',
    },
  },
  {
    name: 'ruby',
    source: 'server.rb',
    start: ['ruby', 'server.rb'],
    requires: {
      probe: ['ruby', '-e', 'require "sinatra/base"; require "puma"'],
      install: 'apt-get install ruby-sinatra puma',
    },
    defect: {
      name: 'returns 500 for invalid JSON',
      check: 'responses/no-server-error',
      basis: 'safety',
      with: ['bodies/malformed-json'],
      find: 'rescue JSON::ParserError, EncodingError',
      replace: 'rescue EncodingError',
    },
  },
];

describe.each(implementations.map((implementation) => [implementation.name, implementation] as const))(
  'the implementation %s',
  (name, implementation) => {
    const { defect, requires } = implementation;
    const strict = ['--strict', '--wire', '--baseline', join(implementationsFolder, name, 'baseline.yaml')];
    // With CI=true nothing is missing, or the tests fail.
    const isMissing = process.env.CI !== 'true' && requires !== undefined && !isInstalled(requires);
    if (isMissing) console.warn(`\nSKIPPED: the implementation ${name} needs: ${requires.install}\n`);

    test.skipIf(isMissing)(
      'serves the client, decides otherwise only where its baseline says, and passes',
      async () => {
        const { code, report } = await withImplementation(implementation, undefined, async (url) => {
          expect(await useClient(url, ada)).toMatchObject({ secret: expect.any(String), unknown: 404 });
          return run(url, strict);
        });
        const { verdict, checks, staleBaseline } = report;
        const failed = checks.filter(({ kind }) => ['failed', 'waived', 'error'].includes(kind));
        expect({ code, verdict, failed, staleBaseline }).toEqual({
          code: 0,
          verdict: 'passed',
          failed: [],
          staleBaseline: [],
        });
        // Without --strict and --wire these fail no server, so it passes without its baseline too.
        const known = checks.filter(({ kind }) => kind === 'known').flatMap(({ findings }) => findings);
        expect(known.filter(({ basis }) => ['safety', 'shown', 'standard'].includes(basis))).toEqual([]);
      },
    );

    test.skipIf(isMissing)(`fails ${defect.check} when it ${defect.name}`, async () => {
      const only = ['--only', defect.check, ...(defect.with ?? [])];
      await withImplementation(implementation, defect, async (url) => {
        const kind = { wire: 'warning', decided: 'differs' }[String(defect.basis)] ?? 'failed';
        const byDefault = await run(url, only);
        const expected = { code: kind === 'failed' ? 1 : 0, kind, basis: defect.basis };
        expect({ code: byDefault.code, ...findingOf(byDefault.report, defect) }).toEqual(expected);
        if (kind === 'failed') return;
        const { code, report } = await run(url, [...only, ...strict]);
        const failed = { code: 1, kind: 'failed', basis: defect.basis };
        expect({ code, ...findingOf(report, defect) }).toEqual(failed);
      });
    });
  },
);

test('every implementation is tested', async () => {
  const entries = await readdir(implementationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules');
  expect(names.map(({ name }) => name).toSorted()).toEqual(
    implementations.map(({ name }) => name).toSorted(),
  );
});

/** An account of accounts.json. */
const ada = { identity: 'ada@example.com', password: 'Correct Horse Battery Staple' };

function isInstalled({ probe: [program, ...args] }: NonNullable<Implementation['requires']>): boolean {
  return spawnSync(program, args).status === 0;
}

/** Runs `account-access test` with the profile of the implementations. */
async function run(url: string, options: readonly string[]): Promise<{ code: number; report: Report }> {
  const profile = join(implementationsFolder, 'profile.yaml');
  const args = ['test', url, '--profile', profile, '--seed', '1', '--json', ...options];
  const { code, stdout, stderr } = await commandLine(args);
  if (stdout === '') throw new Error(`the run has no report: ${stderr}`);
  return { code, report: JSON.parse(stdout) };
}

function findingOf(report: Report, { check }: Defect): Pick<ReportedCheck, 'kind' | 'basis'> | undefined {
  const { kind, findings = [] } = report.checks.find(({ id }) => id === check) ?? {};
  const [worst] = findings;
  return kind && worst && { kind, basis: worst.basis };
}
