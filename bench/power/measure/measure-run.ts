import { mkdir, rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { operationsOf, readDocument, withServer } from './documents.ts';
import { startRecordingProxy, type Traffic } from './recording-proxy.ts';
import { compareRecords, type RecordChanges, readRecords } from './records.ts';
import { runTool, type ToolCost } from './run-tool.ts';
import { type DescribedServer, headersOf } from './server-description.ts';
import { startServer } from './start-server.ts';
import type { Entry, PowerTool } from './tool.ts';

export interface RunRequest {
  readonly server: DescribedServer;
  readonly tool: PowerTool;
  readonly seconds: number;
  readonly seed: number;
  /** The core that the tool gets. */
  readonly core: number;
  /** For the reports of the tool, and `run.json`. */
  readonly folder: string;
}

/** What a run found, and what it took: `run.json`. */
export interface RunResult extends ToolCost, RecordChanges {
  readonly server: string;
  readonly tool: string;
  readonly limitSeconds: number;
  readonly seed: number;
  /** Of the machine, in the minute before the run: other work makes every tool slower. */
  readonly load: number;
  readonly requests: number;
  /** Lines that a user writes before the first run. */
  readonly setUp: number;
  /** How many operations a person reaches with curl, or how many the document has where nobody has tried. */
  readonly reachable: number;
  /** Operations with a response 2xx. */
  readonly succeeded: readonly string[];
  /** Of each operation, how often each status. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly entries: readonly Entry[];
  /** Why there are no entries, where the tool could not run. */
  readonly problem?: string;
}

/** Starts the server afresh, and runs the tool through the proxy that counts. */
export async function measureRun(request: RunRequest): Promise<RunResult> {
  const { server, tool, seconds, seed, core, folder } = request;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const load = loadavg()[0] ?? 0;
  const started = await startServer(server);
  try {
    const document = await readDocument(server, tool, started.url);
    const operations = operationsOf(document);
    const proxy = await startRecordingProxy(started.url, operations, addedHeaders(server, tool));
    const { url } = proxy;
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(withServer(document, url)));
    const commands = await tool.prepare({
      ...{ url, document: path, folder, seconds, seed },
      ...{ credential: server.credential, otherCredential: server.otherCredential },
    });
    const before = await readRecords(server, started.url);
    if (before.unreadable.length > 0) throw new Error(`no list: ${before.unreadable.join(', ')}`);
    const cost = await runTool(folder, commands, seconds, core).finally(proxy.stop);
    const changes = compareRecords(before, await readRecords(server, started.url));
    const result: RunResult = {
      ...{ server: server.name, tool: tool.name, limitSeconds: seconds, seed, load },
      ...cost,
      setUp: tool.setUp.length,
      reachable: server.reachable ?? operations.length,
      ...figuresOf(proxy.traffic),
      ...changes,
      ...(await entriesOf(tool, folder)),
    };
    await writeFile(join(folder, 'requests.txt'), proxy.traffic.lines.join('\n'));
    await writeFile(join(folder, 'run.json'), `${JSON.stringify(result, undefined, 2)}\n`);
    return result;
  } finally {
    await started.stop();
  }
}

/** What the proxy sends for a tool that sends no header which the document does not declare. */
const addedHeaders = (server: DescribedServer, { lacks }: PowerTool) =>
  lacks?.headers && server.credential?.scheme === undefined ? headersOf(server) : {};

function figuresOf({ lines, operations }: Traffic) {
  const all = [...operations].sort();
  const isSuccess = (statuses: ReadonlyMap<number, number>) =>
    [...statuses.keys()].some((status) => status >= 200 && status < 300);
  return {
    requests: lines.length,
    succeeded: all.filter(([, statuses]) => isSuccess(statuses)).map(([operation]) => operation),
    operations: Object.fromEntries(
      all.map(([operation, statuses]) => [operation, Object.fromEntries(statuses)]),
    ),
  };
}

async function entriesOf(tool: PowerTool, folder: string) {
  try {
    return { entries: await tool.readEntries(folder) };
  } catch (error) {
    return { entries: [], problem: error instanceof Error ? error.message : String(error) };
  }
}
