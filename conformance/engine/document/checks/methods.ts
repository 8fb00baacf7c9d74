import { groupBy } from '../../group-by.ts';
import { isRefused } from '../../judge/meaning.ts';
import { mapInParallel } from '../../map-in-parallel.ts';
import { memoize } from '../../memoize.ts';
import { CheckSkipped, type Failure } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { patternOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { requestOn } from '../sequences/request-on.ts';
import { buildRequest } from '../values/build-request.ts';
import { type DocumentCheck, type MakeFailure, operationCheck } from './operation-check.ts';

// Servers may offer HEAD with GET, and OPTIONS for CORS.
const testedMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sends methods that a path does not declare: one check per path, listed under its first operation. */
export function methodChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const known = pathsOf(model);
  const own = known.get(operation.path);
  if (own?.operations[0] !== operation) return [];
  const samplePath = operation.path.replace(/\{[^}]+\}/g, 'x');
  // A server may also route such a path to the operations of a template that matches it.
  const alike = [...known.values()].filter((one) => one === own || one.pattern.test(samplePath));
  const declared = alike.flatMap(({ operations }) => operations.map(({ method }) => method));
  const undeclared = testedMethods.filter((method) => !declared.includes(method));
  if (undeclared.length === 0) return [];
  return [
    operationCheck(model, operation, 'undeclared-method', {
      rule: 'Serves the methods that a path declares, rejects others, and lists the allowed ones with 405.',
      source: 'document: paths; RFC 9110 15.5.6',
      run: async (context, failure) => {
        const refused = await mapInParallel(context, own.operations, (declared) =>
          refusedMethod(context, failure, declared),
        );
        const found = await mapInParallel(
          context,
          undeclared,
          async (method): Promise<Failure[]> => {
            const values = await context.values(operation).catch(() => undefined);
            const request = values
              ? buildRequest(operation, values)
              : requestOn(context.model, operation, {});
            const sent = {
              ...(await context.authorised(operation, request)),
              method,
              settings: {},
            };
            const exchange = await context.call(sent);
            const key = `${method} ${operation.path}`;
            if (model.isSuccess(exchange)) {
              // A server with a single-page application sends its page for every path that it does not know.
              const type = exchange.response.header('content-type') ?? '';
              const page = method === 'GET' && /^text\/html\b/i.test(type);
              const got = `${model.status(exchange)}${page ? ' with an HTML page' : ''}`;
              const details = { key, variant: method, ...(page && { basis: 'observed' as const }) };
              return [failure(`a rejection of ${method}`, got, [exchange], details)];
            }
            if (exchange.response.status !== 405 || exchange.response.header('allow') !== undefined)
              return [];
            const details = { key, variant: 'allow', basis: 'standard' } as const;
            return [failure('an Allow header on 405', 'none', [exchange], details)];
          },
        );
        return [...refused, ...found].flat();
      },
    }),
  ];
}

/** With the request that the server was most likely to accept. */
async function refusedMethod(
  context: DocumentContext,
  failure: MakeFailure,
  operation: Operation,
): Promise<Failure[]> {
  const { method, path, responses } = operation;
  const baseline = await context.baseline(operation).catch(unlessSkipped);
  if (baseline === undefined || baseline.accepted) return [];
  const { status } = baseline.exchange.response;
  if (!isRefused(baseline.exchange) || responses.some((one) => one.status === String(status)))
    return [];
  const details = { key: `${method} ${path}`, variant: 'declared' } as const;
  return [failure(`${method} is served, as declared`, `${status}`, [baseline.exchange], details)];
}

function unlessSkipped(error: unknown): undefined {
  if (error instanceof CheckSkipped) return undefined;
  throw error;
}

// Large documents have a thousand paths, and each is compared with all others.
const pathsOf = memoize((model: DocumentModel) => {
  const byPath = [...groupBy(model.operations, ({ path }) => path)];
  return new Map(
    byPath.map(([path, operations]) => [path, { pattern: patternOf(path), operations }]),
  );
});
