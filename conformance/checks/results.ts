import type { OperationId } from '../../generated/contract.ts';
import { notJudged, type ResponseCheck } from '../check.ts';
import { kindOf } from './envelope/envelope-shape.ts';
import {
  everyOperationResponse,
  failureOf,
  type ReceivedResponse,
} from './support/responses/every-response.ts';
import { dataOf, envelopeOf, readOutcome } from './support/responses/service-response.ts';

/** The results that the interface description shows: who has them, in which clauses, and the types of their fields. */
const results = [
  {
    subject: 'login',
    operation: 'login',
    dataClause: '4.1.4',
    clause: '2.2',
    fields: { access_token: 'string', me_id: 'string', mfa_enabled: 'boolean', nickname: 'string' },
  },
  {
    subject: 'keys',
    operation: 'generateApiKey',
    dataClause: '4.2.4',
    clause: '2.3',
    fields: { api_key: 'string', note: 'string' },
  },
  {
    subject: 'revocation',
    operation: 'revokeApiKey',
    dataClause: '4.3.5',
    clause: '2.4',
    fields: { message: 'string' },
  },
] as const satisfies readonly Result[];

interface Result {
  readonly subject: string;
  readonly operation: OperationId;
  readonly dataClause: string;
  readonly clause: string;
  readonly fields: Readonly<Record<string, 'string' | 'boolean'>>;
}

/** The `data` of every success, and the types of its fields. */
export const resultResponseChecks: readonly ResponseCheck[] = results.flatMap((result: Result) => [
  hasData(result),
  ...Object.entries(result.fields).map(([name, type]) => hasType(result, name, type)),
]);

function hasData({ subject, operation, dataClause }: Result): ResponseCheck {
  return everyOperationResponse(
    {
      id: `${subject}/success-has-data`,
      rule: 'Returns `data` with every success.',
      strength: 'shown',
      source: dataClause,
      operation,
    },
    (received) => {
      if (!succeeded(received, operation)) return notJudged;
      if (envelopeOf(received.exchange)?.data !== undefined) return undefined;
      return failureOf(received, 'an object at /data', 'nothing');
    },
  );
}

function hasType({ subject, operation, clause }: Result, name: string, type: string): ResponseCheck {
  return everyOperationResponse(
    {
      id: `${subject}/${name.replaceAll('_', '-')}-is-a-${type}`,
      rule: `Returns \`${name}\` as a ${type} when it is present.`,
      strength: 'shown',
      source: `${clause}-${name}`,
      operation,
    },
    (received) => {
      const value = dataOf(received.exchange)[name];
      if (!succeeded(received, operation) || value === undefined) return notJudged;
      if (typeof value === type) return undefined;
      return failureOf(received, `a ${type} at /data/${name}`, kindOf(value));
    },
  );
}

function succeeded({ exchange, operation, context }: ReceivedResponse, wanted: OperationId): boolean {
  return operation === wanted && readOutcome(exchange, context.profile.failures)?.success === true;
}
