import { writeJson } from '../../bounded/digits.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { bodyMedia } from '../values/request-values.ts';
import {
  type DocumentCheck,
  mustReject,
  operationCheck,
  requireBaseline,
  sendAlone,
} from './operation-check.ts';

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
        const isRequired = operation.body?.required === true;
        const cases = malformed(writeJson(body), isRequired);
        const requests = cases.map(({ name, bytes, extension }) => ({
          build: async (isRepeated: boolean) => {
            const changes = { body, mediaType: media.type };
            const plain = await context.request(operation, changes, isRepeated);
            const own = malformed(String(plain.body), isRequired).find((one) => one.name === name);
            return { ...plain, body: own?.bytes ?? bytes };
          },
          change: { in: 'body' as const },
          variant: name,
          expected: `a rejection of ${name}`,
          key: name,
          ...(afterValue.has(name) && { about: 'what follows a JSON value' }),
          isTolerated: extension,
        }));
        return mustReject(context, failure, requests, { operation, baseline });
      },
    }),
  ];
}

/** A parser that stops after the first value accepts both. */
const afterValue: ReadonlySet<string> = new Set(['two values', 'text after the value']);

/** The last ones are extensions of JSON, which a parser may accept (RFC 8259, 9). */
function malformed(valid: string, required: boolean) {
  const open = valid.slice(0, -1);
  const all: readonly (readonly [name: string, content: string | Buffer, extension?: boolean])[] = [
    ['a truncated body', open],
    ['a body that is markup', '<a>not json</a>'],
    // With the space, two numbers are not one.
    ['two values', `${valid} ${valid}`],
    ['text after the value', `${valid} x`],
    ...(required ? [['an empty body', ''] as const] : []),
    ['a trailing comma', valid.replace(/\}$/, ',}'), true],
    ['single quotes', valid.replaceAll('"', "'"), true],
    ['a comment', `/* c */${valid}`, true],
    ['a byte order mark', `\ufeff${valid}`, true],
    // In Latin-1 these letters are bytes that UTF-8 never has.
    [
      'bytes that are not UTF-8',
      Buffer.from(`${open}${open === '{' ? '' : ','}"x":"ÿþ"}`, 'latin1'),
      true,
    ],
  ];
  return all
    .map(([name, content, extension = false]) => ({ name, bytes: Buffer.from(content), extension }))
    .filter(({ bytes: sent }) => !isJsonText(sent));
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
        const { exchange, status, got } = await sendAlone(
          context,
          { ...request, body: padded },
          true,
        );
        if (status === undefined)
          context.observe(`${operation.id}: ${got} to a body of ${bytes} bytes`);
        return status === 500
          ? failure('no 500', got, [exchange], { key: 'large-body' })
          : undefined;
      },
    }),
  ];
}
