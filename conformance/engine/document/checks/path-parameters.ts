import { mapInParallel } from '../../map-in-parallel.ts';
import type { Failure } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { parameterKey } from '../values/request-values.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

/** Unusual values, as they stand in the path. */
const unusualValues: Record<string, string> = {
  'a very long value': 'a'.repeat(1500),
  'an encoded NUL': 'a%00b',
  'an encoded slash': 'a%2Fb',
  'encoded dots': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'dots in the path': '..%2f..',
  'a line break': 'a%0d%0aX-Injected:%201',
  'letters beyond ASCII': '%C5%BE%F0%9F%98%80',
  'a space': '%20',
  'a quote': "'%20OR%20'1'%3D'1",
  markup: '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'a negative number': '-1',
  'a huge number': '99999999999999999999999',
  'the word null': 'null',
  'a percent sign': '%25',
  'a semicolon': 'a;b=c',
  'a property name of Object.prototype': '__proto__',
};

export function pathParameterChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (parameters.length === 0) return [];
  return [
    operationCheck(model, operation, 'path-parameter', {
      rule: 'Responds to unusual path parameters without an internal error.',
      source: 'RFC 9110 15.6.1',
      basis: 'safety',
      run: async (context, failure) => {
        await requireBaseline(context, operation);
        const tries = parameters.flatMap((parameter) =>
          Object.entries(unusualValues).map(([name, text]) => ({ parameter, name, text })),
        );
        const found = await mapInParallel(context, tries, async ({ parameter, name, text }) => {
          const exchange = await context.call(await requestWithText(context, operation, parameter, text));
          const details = { key: `${parameter.name} ${name}`, variant: name };
          return model.status(exchange) === 500
            ? failure(`no 500 for ${name} in a path parameter`, '500', [exchange], details)
            : [];
        });
        return found.flat();
      },
    }),
    operationCheck(model, operation, 'path-bytes', {
      rule: 'Responds to a path that is not UTF-8, and keeps running.',
      source: 'RFC 9110 15.6.1',
      basis: 'safety',
      // This ends some servers, so all other checks come first.
      last: true,
      exclusive: true,
      run: async (context, failure) => {
        await requireBaseline(context, operation);
        const failures: Failure[] = [];
        for (const parameter of parameters) {
          const request = await requestWithText(context, operation, parameter, '%ff');
          const exchange = await context.target.send({
            ...request,
            settings: { ...request.settings, fresh: true },
          });
          const isLost = exchange.response === undefined;
          if (!isLost && model.status({ ...exchange, response: exchange.response }) !== 500) continue;
          const got = isLost ? (exchange.error?.message ?? 'no response') : '500';
          failures.push(
            failure('a response other than 500', got, [exchange], { key: `${parameter.name} %ff` }),
          );
          if (isLost) break;
        }
        return failures;
      },
    }),
  ];
}

async function requestWithText(
  context: Parameters<DocumentCheck['run']>[0],
  operation: Operation,
  parameter: Parameter,
  text: string,
) {
  // No fresh values are needed: the one that could be used up is replaced.
  const { candidate } = await context.baseline(operation);
  const { values } = candidate;
  const key = parameterKey(parameter);
  // The placeholder passes the encoding unchanged. Then the unusual text replaces it.
  const request = buildRequest(operation, {
    ...values,
    parameters: { ...values.parameters, [key]: 'MARK-OF-A-TEST' },
  });
  return context.authorised(operation, {
    ...request,
    target: request.target.replace('MARK-OF-A-TEST', () => text),
  });
}
