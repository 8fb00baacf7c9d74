import { createHash, randomUUID } from 'node:crypto';
import { correct } from '../model/correct.ts';
import type { Mutant } from '../mutant.ts';
import { status } from './altered-response.ts';
import { withOtherTraffic } from './other-traffic.ts';

const fromParent = /^..-([^-]*)-/;

const plainMutants: readonly Mutant[] = [
  {
    name: 'returns a number as the trace id',
    killedBy: 'trace/id-is-a-string',
    overrides: status((own) => ({ ...own, trace_id: 7 })),
  },
  {
    name: 'leaves the trace id empty',
    killedBy: 'trace/id-is-a-string',
    overrides: { traceId: () => '' },
  },
  {
    name: 'returns the same trace id for all requests',
    killedBy: 'trace/ids-differ',
    overrides: { traceId: () => 'f'.repeat(32) },
  },
  {
    name: 'uses UUIDs',
    killedBy: 'trace/id-format',
    overrides: { traceId: () => randomUUID() },
  },
  {
    name: 'uses the trace id of traceparent',
    killedBy: 'trace/new-id-with-traceparent',
    overrides: {
      traceId: (world, request) =>
        /^00-([0-9a-f]{32})-/.exec(request?.header('traceparent') ?? '')?.[1] ??
        correct.traceId(world, request),
    },
  },
  {
    name: 'makes one trace id of each traceparent',
    killedBy: 'trace/new-id-with-traceparent',
    overrides: {
      traceId: (world, request) => {
        const parent = request?.header('traceparent');
        return parent === undefined
          ? correct.traceId(world, request)
          : createHash('md5').update(parent).digest('hex');
      },
    },
  },
  {
    name: 'uses a malformed traceparent',
    killedBy: 'trace/malformed-traceparent-is-ignored',
    overrides: {
      traceId: (world, request) =>
        fromParent.exec(request?.header('traceparent') ?? '')?.[1] || correct.traceId(world, request),
    },
  },
  {
    name: 'returns the request id of the caller',
    killedBy: 'trace/id-is-not-echoed',
    overrides: {
      traceId: (world, request) => request?.header('x-request-id') ?? correct.traceId(world, request),
    },
  },
];

export const traceMutants = plainMutants.map(withOtherTraffic);
