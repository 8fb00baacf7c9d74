import { relative } from 'node:path';
import { root } from '../../processes/build.ts';
import { subjects } from '../planted/subjects.ts';
import type { Credential, DescribedServer } from './server-description.ts';

/** The security schemes of their documents. */
const schemes: Readonly<Record<string, string>> = {
  bookings: 'apiKey',
  'help-desk': 'HTTPBearer',
  shop: 'token',
};

/** An app with a planted fault, or without one, as a server to measure. */
export function plantedServer(app: string, fault: string | undefined): DescribedServer {
  const subject = subjects[app];
  if (subject === undefined) throw new Error(`${app} is no app`);
  const [credential, otherCredential] = subject.credentials.flatMap(Object.entries).map(
    ([header, value]): Credential => ({
      ...{ header, value, secret: value.replace(/^Bearer /, '') },
      scheme: schemes[app] ?? '',
    }),
  );
  const planted = fault === undefined ? [] : ['--fault', fault];
  return {
    name: app,
    version: fault ?? 'without a fault',
    folder: root,
    start: [process.execPath, '--import', 'tsx', 'bench/power/planted/start.ts', app, ...planted],
    document: relative(root, subject.document),
    records: [],
    ...(credential === undefined ? {} : { credential }),
    ...(otherCredential === undefined ? {} : { otherCredential }),
  };
}

/** The faults of an app, or some of them. */
export const faultsOf = (app: string, only: readonly string[] | undefined) =>
  (subjects[app]?.faults ?? []).filter(({ id }) => only === undefined || only.includes(id));
