import type { DocumentModel } from '../document-model.ts';
import { isJson, type Operation } from '../model/operation.ts';
import { bodyMedia } from '../values/request-values.ts';
import { type DocumentCheck, mustReject, operationCheck, requireBaseline } from './operation-check.ts';

interface Malformed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** RFC 8259, 9: a parser may accept extensions of JSON. */
  readonly extension?: boolean;
}

export function malformedJsonChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (media === undefined || !isJson(media.type)) return [];
  return [
    operationCheck(model, operation, 'malformed-json', {
      rule: 'Rejects a body that is not JSON.',
      source: 'document: requestBody content; RFC 8259 2',
      run: async (context, failure) => {
        const baseline = await requireBaseline(context, operation);
        const { body = {} } = baseline.candidate.values;
        const cases = malformed(JSON.stringify(body), operation.body?.required === true);
        const requests = cases.map(({ name, bytes, extension }) => ({
          build: async () => {
            const plain = await context.request(operation, { body, mediaType: media.type });
            return { ...plain, body: bytes };
          },
          variant: name,
          expected: `a rejection of ${name}`,
          key: name,
          isTolerated: extension,
        }));
        return mustReject(context, failure, requests, baseline);
      },
    }),
  ];
}

function malformed(valid: string, required: boolean): Malformed[] {
  const text = (name: string, content: string, extension = false): Malformed => ({
    name,
    bytes: Buffer.from(content),
    extension,
  });
  const bytes = (name: string, ...parts: (string | number[])[]): Malformed => ({
    name,
    bytes: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
    extension: true,
  });
  return [
    text('a truncated body', valid.slice(0, -1)),
    text('a body that is markup', '<a>not json</a>'),
    // With the space, two numbers are not one.
    text('two values', `${valid} ${valid}`),
    text('text after the value', `${valid} x`),
    ...(required ? [text('an empty body', '')] : []),
    text('a trailing comma', valid.replace(/\}$/, ',}'), true),
    text('single quotes', valid.replaceAll('"', "'"), true),
    text('a comment', `/* c */${valid}`, true),
    bytes('a byte order mark', [0xef, 0xbb, 0xbf], valid),
    bytes(
      'bytes that are not UTF-8',
      valid.slice(0, -1),
      valid.length > 2 ? ',"x":"' : '"x":"',
      [0xff, 0xfe],
      '"}',
    ),
  ].filter(({ bytes: sent }) => !isJsonText(sent));
}

/** Some changes have no effect on some values: a number without its last digit is a number. */
function isJsonText(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

const bytes = 2 * 1024 * 1024;

export function largeBodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (media === undefined || !isJson(media.type)) return [];
  return [
    operationCheck(model, operation, 'large-body', {
      rule: 'Handles a body of 2 MiB without an internal error.',
      source: 'RFC 9110 15.5.14, 15.6.1',
      basis: 'safety',
      run: async (context, failure) => {
        const { candidate } = await requireBaseline(context, operation);
        const { body = {} } = candidate.values;
        const request = await context.request(operation, { body, mediaType: media.type });
        const padded = `${' '.repeat(bytes)}${String(request.body)}`;
        // The server may respond and close the connection while we are still sending. That is a rejection too.
        const exchange = await context.target.send({
          ...request,
          body: padded,
          settings: { ...request.settings, fresh: true, lossAllowed: true },
        });
        const { response } = exchange;
        if (response === undefined) {
          context.observe(
            `${operation.id}: ${exchange.error?.message ?? 'no response'} to a body of ${bytes} bytes`,
          );
          return undefined;
        }
        if (model.status({ ...exchange, response }) !== 500) return undefined;
        return failure('no 500', '500', [exchange], { key: 'large-body' });
      },
    }),
  ];
}
