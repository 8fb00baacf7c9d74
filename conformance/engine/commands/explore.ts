import { documentSuite } from '../document/document-suite.ts';
import { draftProfile } from '../document/draft-profile.ts';
import type { ApiDocument } from '../document/model/api-document.ts';
import { basePathsOf } from '../document/model/base-paths.ts';
import { loadApiDocument } from '../document/read/read-document.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { Report } from '../report/report.ts';
import { runSuites } from '../run-suites.ts';
import { withoutQuery } from '../without-query.ts';
import { findDocument } from './find-document.ts';
import { asUsage } from './inputs.ts';
import type { TaskHost } from './task-host.ts';

export interface ExploreInput {
  readonly baseUrl: string;
  /** Its path or address. @default what the server has in the usual places */
  readonly document?: string | undefined;
  readonly allowFiles?: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a profile for a running server says, and how to use it. */
export interface Explored {
  readonly text: string;
  readonly document: string;
  /** With the path that the document gives, if the server needs it. */
  readonly baseUrl: string;
  readonly called: number;
  readonly succeeded: number;
  /** The variables of credentials that are not set. */
  readonly unset: readonly string[];
}

const mostSeconds = 20;

/** Finds the document of a running server, sends requests that only read, and drafts a profile with which a run can begin. */
export async function explore(
  _host: TaskHost,
  { baseUrl, document: given, allowFiles, environment }: ExploreInput,
): Promise<Explored> {
  const { address, document } = await asUsage(async () =>
    given === undefined
      ? findDocument(baseUrl)
      : { address: given, document: await loadApiDocument(given, { allowFiles }) },
  );
  const isSet = (variable: string) => Boolean(environment[variable]);
  const first = draftProfile(document, { isSet });
  const tried = await tryAddresses(baseUrl, document, first.text, environment);
  const { text } = draftProfile(document, { isSet, learned: tried.report.learned ?? [] });
  const called = tried.report.coverage.filter(({ requests }) => requests > 0);
  return {
    text,
    document: withoutQuery(address),
    baseUrl: tried.baseUrl,
    called: called.length,
    succeeded: successesIn(tried.report),
    unset: first.unset,
  };
}

/** A document may describe its paths below that of a server, which the address lacks. */
async function tryAddresses(
  baseUrl: string,
  document: ApiDocument,
  profileText: string,
  environment: ExploreInput['environment'],
) {
  const base = baseUrl.replace(/\/+$/, '');
  const paths = basePathsOf(document).filter((path) => path !== '' && !base.endsWith(path));
  const addresses = [base, ...paths.map((path) => base + path)];
  let best: { readonly baseUrl: string; readonly report: Report } | undefined;
  for (const address of addresses) {
    const report = await asUsage(() => sendReads(address, document, profileText, environment));
    if (best === undefined || successesIn(report) > successesIn(best.report))
      best = { baseUrl: address, report };
    if (successesIn(report) > 0) break;
  }
  if (best === undefined) throw new Error('there is always an address');
  return best;
}

async function sendReads(
  baseUrl: string,
  document: ApiDocument,
  profileText: string,
  environment: ExploreInput['environment'],
): Promise<Report> {
  const sources = { environment, folder: process.cwd(), prompt: undefined };
  return runSuites([documentSuite(document)], {
    baseUrl,
    profile: await readProfile(profileText, sources),
    readOnly: true,
    fuzz: false,
    only: ['document/example', 'document/valid-parameters'],
    maxTimeMs: mostSeconds * 1000,
  });
}

function successesIn({ coverage }: Report): number {
  return coverage.filter(({ successes }) => successes > 0).length;
}
