import { notJudged, type ResponseCheck } from '../check.ts';
import type { Failure } from '../outcome.ts';
import { type Contract, type DeprecationPlan, operationsIn } from './support/contract-document.ts';
import { type Announcement, announcementOf } from './support/responses/deprecation-headers.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  type ReceivedResponse,
} from './support/responses/every-response.ts';

/** How responses announce that an operation is deprecated: in the right format, and as the contract says. */
export function deprecationResponseChecks(contract: Contract): readonly ResponseCheck[] {
  const plans = new Map(operationsIn(contract).map(({ id, plan }) => [id, plan]));
  return [
    everyResponse(
      {
        id: 'deprecation/deprecation-is-a-date',
        rule: 'Sends `Deprecation` as one date of structured fields, such as `@1798761600`.',
        strength: 'standard',
        source: 'RFC 9745 2.1',
      },
      (received) => {
        const { deprecation } = announcementOf(received.exchange);
        if (deprecation === undefined) return notJudged;
        if (deprecation.at !== undefined) return undefined;
        return failureOf(received, '@ and a number of seconds', deprecation.text);
      },
    ),
    everyResponse(
      {
        id: 'deprecation/sunset-is-a-date',
        rule: 'Sends `Sunset` as one HTTP date, such as `Sat, 01 Jan 2028 00:00:00 GMT`.',
        strength: 'standard',
        source: 'RFC 8594 3',
      },
      (received) => {
        const { sunset } = announcementOf(received.exchange);
        if (sunset === undefined) return notJudged;
        if (sunset.at !== undefined) return undefined;
        return failureOf(received, 'an HTTP date', sunset.text);
      },
    ),
    everyResponse(
      {
        id: 'deprecation/sunset-is-not-earlier',
        rule: 'Sends a `Sunset` date that is not earlier than the `Deprecation` date.',
        strength: 'standard',
        source: 'RFC 9745 4',
      },
      (received) => {
        const { deprecation, sunset } = announcementOf(received.exchange);
        if (deprecation?.at === undefined || sunset?.at === undefined) return notJudged;
        if (sunset.at >= deprecation.at) return undefined;
        return failureOf(received, `not before ${new Date(deprecation.at).toUTCString()}`, sunset.text);
      },
    ),
    everyOperationResponse(
      {
        id: 'deprecation/matches-the-contract',
        rule: 'Sends the deprecation date, sunset date and link that the contract gives for an operation, and otherwise no dates.',
        strength: 'decided',
        source: 'versioning',
      },
      (received) => {
        const plan = plans.get(received.operation);
        const announcement = announcementOf(received.exchange);
        return plan === undefined
          ? unexpectedDates(received, announcement)
          : missingHeaders(received, announcement, plan);
      },
    ),
    everyOperationResponse(
      {
        id: 'deprecation/sunset-is-in-the-future',
        rule: 'Sends a `Sunset` date that is in the future.',
        strength: 'observed',
        source: 'versioning',
      },
      (received) => {
        const { sunset } = announcementOf(received.exchange);
        if (sunset?.at === undefined) return notJudged;
        if (sunset.at > received.exchange.startedAt) return undefined;
        return failureOf(received, 'a date in the future', sunset.text);
      },
    ),
  ];
}

function unexpectedDates(
  received: ReceivedResponse,
  { deprecation, sunset }: Announcement,
): Failure | undefined {
  const sentDate = deprecation ?? sunset;
  return sentDate && failureOf(received, 'neither Deprecation nor Sunset', sentDate.text);
}

function missingHeaders(
  received: ReceivedResponse,
  { deprecation, sunset, links }: Announcement,
  plan: DeprecationPlan,
): Failure[] {
  const key = (header: string) => ({ key: `${received.operation} ${header}` });
  const failures: Failure[] = [];
  if (deprecation === undefined || (deprecation.at !== undefined && deprecation.at !== plan.since)) {
    const expected = `Deprecation: @${plan.since / 1000}`;
    failures.push(failureOf(received, expected, deprecation?.text ?? 'none', key('Deprecation')));
  }
  if (sunset === undefined || (sunset.at !== undefined && sunset.at !== plan.sunset)) {
    const expected = `Sunset: ${new Date(plan.sunset).toUTCString()}`;
    failures.push(failureOf(received, expected, sunset?.text ?? 'none', key('Sunset')));
  }
  const hasLink = links.some(
    ({ target, relations }) => target === plan.link && relations.includes('deprecation'),
  );
  if (!hasLink) {
    const got = links.map(({ target }) => `<${target}>`).join(', ');
    failures.push(failureOf(received, `Link: <${plan.link}>; rel="deprecation"`, got || 'none', key('Link')));
  }
  return failures;
}
