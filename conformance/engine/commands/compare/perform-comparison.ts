import type { Cause } from '../../compare/collect-causes.ts';
import type { ServerComparison, ServerDifference } from '../../compare/report.ts';
import { type ComparedServer, runComparison } from '../../compare/run-comparison.ts';
import { readSuppressions, suppress } from '../../diff/suppressions.ts';
import { documentSuite } from '../../document/document-suite.ts';
import { loadApiDocument } from '../../document/read/read-document.ts';
import { describeRequest } from '../../http/curl-command.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Entry } from '../../report/entry.ts';
import { describeMade } from '../../report/journal.ts';
import { createSecrets } from '../../secrets.ts';
import { publicWordsOf, type RunnableSuite, seedOf } from '../../suite.ts';
import { connect } from '../connect.ts';
import { asUsage, readAndParse, readHeaders, readProfileFile } from '../inputs.ts';
import { chooseOperations } from '../open-suites.ts';
import type { TestOptions } from '../options.ts';
import type { TaskHost } from '../task-host.ts';

type Shared =
  | 'profile'
  | 'allowFiles'
  | 'operation'
  | 'tag'
  | 'readOnly'
  | 'seed'
  | 'maxExamples'
  | 'maxTime'
  | 'timeout'
  | 'rate'
  | 'header'
  | 'ca'
  | 'cert'
  | 'key'
  | 'insecure'
  | 'json';

export interface CompareServersOptions extends Pick<TestOptions, Shared> {
  readonly document: string;
  readonly newProfile?: string;
  readonly suppressions?: string;
}

/** What a comparison is given. It has no functions, so that it can be sent to another process. */
export interface CompareInput {
  readonly old: string;
  readonly later: string;
  readonly options: CompareServersOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What the process says of the resources that it makes: on which server, and how to remove them. */
export interface MadeOn {
  readonly server: 'old' | 'new';
  readonly entry: Extract<Entry, { readonly type: 'made' | 'gone' }>;
}

/** Compares two servers, and returns their differences as data. */
export async function performComparison(
  host: TaskHost,
  { old, later, options, environment }: CompareInput,
): Promise<ServerComparison> {
  const start = performance.now();
  const { maxTime, maxExamples, suppressions, readOnly = false } = options;
  const document = await asUsage(() => loadApiDocument(options.document, options));
  const suites = chooseOperations([documentSuite(document, { maxExamples })], options);
  const [suite] = suites;
  if (suite === undefined) throw new Error('a document has one suite');
  const accepted =
    suppressions === undefined
      ? []
      : await readAndParse(suppressions, (text) => readSuppressions(text, suppressions));
  const secrets = createSecrets(() => publicWordsOf(suites));
  const sources = { environment, prompt: host.prompt };
  const profiles = await readProfiles(sources, options, suites);
  const open = async (server: MadeOn['server']): Promise<ComparedServer> => {
    const profile = profiles[server];
    const target = await connect(server === 'old' ? old : later, options, profile, secrets, {
      headers: readHeaders(options.header ?? []),
      timeoutMs: options.timeout * 1000,
      ...(options.rate !== undefined && { rate: options.rate }),
    });
    const onEvent: ComparedServer['onEvent'] = (event) => {
      if (event.type === 'made')
        host.tell({ server, entry: describeMade(event, profile, secrets) } satisfies MadeOn);
      if (event.type === 'gone')
        host.tell({
          server,
          entry: { type: 'gone', resource: secrets.mask(event.resource) },
        } satisfies MadeOn);
    };
    return { target, profile, onEvent };
  };
  const { causes, compared, operations, leftovers, stopReason } = await runComparison({
    ...{ document, suite, secrets, readOnly, signal: host.signal },
    before: await open('old'),
    again: await open('old'),
    after: await open('new'),
    seed: options.seed ?? seedOf(suites),
    maxTimeMs: maxTime * 1000 - (performance.now() - start),
  });
  const findings = causes.map((cause) => describe(cause, old, later, secrets));
  const chosen = new Set((suite.declared ?? []).map(({ operation }) => operation));
  const missed = operations.filter((one) => chosen.has(one.id) && !compared.has(one));
  return {
    ...suppress(findings, accepted),
    responses: [...compared.values()].reduce((sum, count) => sum + count, 0),
    operations: compared.size,
    notCompared: missed.map(({ method, path }) => `${method} ${path}`),
    leftovers: leftovers.map(secrets.mask),
    stopReason: stopReason && secrets.mask(stopReason),
  };
}

/** One profile for both servers is read once, as it may ask for secrets. */
async function readProfiles(
  sources: Parameters<typeof readProfileFile>[0],
  { newProfile, ...options }: CompareServersOptions,
  suites: readonly RunnableSuite[],
): Promise<Readonly<Record<MadeOn['server'], Profile>>> {
  const old = await readProfileFile(sources, options, suites);
  if (newProfile === undefined) return { old, new: old };
  return { old, new: await readProfileFile(sources, { ...options, profile: newProfile }, suites) };
}

function describe(
  { before, after, ...cause }: Cause,
  old: string,
  later: string,
  secrets: ReturnType<typeof createSecrets>,
): ServerDifference {
  return {
    ...cause,
    change: secrets.mask(cause.change),
    oldRequest: describeRequest(before.request, old, secrets),
    newRequest: describeRequest(after.request, later, secrets),
  };
}
