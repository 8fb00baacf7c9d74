import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listeningUrl } from '../../server/http/node-server.ts';
import { crudDocument, crudServer, type Fault } from '../../test/conformance/document/crud-server.ts';
import type { Given } from './tools.ts';

/** A running server, and what it noticed while a tool tested it. */
export interface Subject extends Given {
  /** Stops the server. Returns the operations that failed with a 5xx, and which part of the server's code ran (foreign servers). */
  stop(): Promise<{ readonly failures: ReadonlySet<string>; readonly coverage: number | undefined }>;
}

/** The store of parts with integer ids that has records at the start, in this process, with or without a planted fault. */
export async function startStore(fault?: Fault): Promise<Subject> {
  const { listener } = crudServer({ ids: 'integers', filled: true }, fault);
  const failures = new Set<string>();
  const server = createServer((request, response) => {
    response.once('finish', () => {
      if (response.statusCode >= 500)
        failures.add(`${request.method} ${request.url?.replace(/\?.*|(?<=\/parts\/).*/g, '')}`);
    });
    listener(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = listeningUrl(server);
  const document = JSON.parse(crudDocument('integers'));
  document.paths['/parts/{id}'].parameters[0].example = 1;
  return {
    ...(await given(url, document)),
    cookie: undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return { failures, coverage: undefined };
    },
  };
}

/** A server from npm in its own process: `loopback.mjs` or `better-auth.mjs`. */
export async function startForeign(name: 'loopback' | 'better-auth', code: RegExp): Promise<Subject> {
  const coverage = await mkdtemp(join(tmpdir(), 'power-coverage-'));
  const script = join(import.meta.dirname, `${name}.mjs`);
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'observe.mjs'), script], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, documentUrl, cookie } = JSON.parse(line);
  // An OpenAPI document.
  const document = (await (await fetch(documentUrl)).json()) as Document;
  for (const item of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(item))
      for (const one of parameters)
        if (one.in === 'path') one.example ??= one.schema?.type === 'string' ? 'a' : 1;
  return {
    ...(await given(url, document)),
    cookie,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      const found = [...errors.matchAll(/^failure (.*)$/gm)].map(([, operation = '']) => operation);
      const ran = await shareThatRan(coverage, code);
      await rm(coverage, { recursive: true });
      return { failures: new Set(found), coverage: ran };
    },
  };
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
  >;
}

interface Parameter {
  readonly in: string;
  readonly schema?: { readonly type?: string };
  example?: unknown;
}

async function given(url: string, document: object): Promise<Omit<Given, 'cookie'>> {
  const folder = await mkdtemp(join(tmpdir(), 'power-'));
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify({ ...document, servers: [{ url }] }));
  return { url, document: path, folder };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[];
    }[];
  }[];
}

/** The share of the functions' code that ran, 0 to 1, in the files whose URL matches. */
async function shareThatRan(folder: string, code: RegExp): Promise<number> {
  let all = 0;
  let ran = 0;
  for (const name of await readdir(folder)) {
    // V8 writes this format.
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!code.test(url)) continue;
      const length = Math.max(...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0));
      const covered = new Uint8Array(length);
      // An inner range comes after the one around it.
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          covered.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      all += length;
      ran += covered.reduce((sum, one) => sum + one, 0);
    }
  }
  return all === 0 ? 0 : ran / all;
}
