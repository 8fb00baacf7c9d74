import { failures } from '../../../generated/contract.ts';
import { decided } from '../../basis.ts';
import { notJudged, type ResponseCheck } from '../../check.ts';
import { isJsonObject } from '../../document/model/pointer.ts';
import { everyResponse, failureOf } from '../support/responses/every-response.ts';
import { envelopeOf, statusOf, stringField } from '../support/responses/service-response.ts';
import { kindOf } from './envelope-shape.ts';

const codes: Readonly<Record<string, { readonly code: number }>> = failures;
const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** The envelope of a failure. */
export const envelopeFailureResponseChecks: readonly ResponseCheck[] = [
  everyResponse({
    id: 'envelope/failure-reason',
    rule: 'Returns a snake_case `status.reason` with every failure, and no reason that belongs to another code.',
    ...decided('errors'),
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      if (status === undefined) return notJudged;
      const reason = stringField(status, 'reason');
      if (reason === undefined || !snakeCase.test(reason)) {
        return failureOf(received, 'a name in snake_case at /status/reason', reason ?? kindOf(status.reason));
      }
      // The set is open: a server may add reasons of its own.
      const code = Object.hasOwn(codes, reason) ? codes[reason]?.code : undefined;
      if (code === undefined || code === status.code) return undefined;
      return failureOf(received, `${reason} only with code ${code}`, `${reason} with code ${status.code}`);
    },
  }),
  everyResponse({
    id: 'envelope/success-has-no-reason',
    rule: 'Returns no `status.reason` with a success.',
    ...decided('errors'),
    inspect: (received) => {
      const status = statusOf(received.exchange);
      if (status?.code !== 200) return notJudged;
      if (status.reason === undefined) return undefined;
      return failureOf(received, 'no reason', 'a reason on a success');
    },
  }),
  everyResponse({
    id: 'envelope/failure-has-no-data',
    rule: 'Returns no `data` with a failure, except the `errors` of a failed validation.',
    ...decided('errors'),
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      const data = envelopeOf(received.exchange)?.data;
      if (status === undefined) return notJudged;
      if (data === undefined) return undefined;
      const names = isJsonObject(data) ? Object.keys(data) : [];
      const allowed = status.code === 400 || status.code === 422;
      if (allowed && names.length === 1 && names[0] === 'errors') return undefined;
      return failureOf(received, 'no data', names.length > 0 ? `data with ${names.join(', ')}` : 'data');
    },
  }),
  everyResponse({
    id: 'envelope/validation-error-fields',
    rule: 'Returns `location`, `rule` and `message` as strings in each error of a failed validation.',
    ...decided('errors'),
    inspect: (received) => {
      const status = failureStatus(received.exchange);
      if (status?.reason !== 'validation_failed') return notJudged;
      const data = envelopeOf(received.exchange)?.data;
      const errors: unknown = isJsonObject(data) ? data.errors : undefined;
      if (!Array.isArray(errors) || errors.length === 0) {
        return failureOf(received, 'a list of errors at /data/errors', 'none');
      }
      const missing = ['location', 'rule', 'message'].find((name) =>
        errors.some((error) => !isJsonObject(error) || stringField(error, name) === undefined),
      );
      return missing === undefined
        ? undefined
        : failureOf(received, `a ${missing} in each error`, 'an error without one');
    },
  }),
];

function failureStatus(exchange: Parameters<typeof statusOf>[0]) {
  const status = statusOf(exchange);
  return status === undefined || typeof status.code !== 'number' || status.code === 200 ? undefined : status;
}
