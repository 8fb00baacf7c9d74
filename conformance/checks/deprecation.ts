import type { ResponseCheck } from '../check.ts';
import type { Failure } from '../outcome.ts';
import { type Contract, type Ending, operationsIn } from './support/contract-document.ts';
import { type Announcement, announcementOf } from './support/responses/deprecation-headers.ts';
import {
  type Answer,
  broken,
  everyOperationResponse,
  everyResponse,
} from './support/responses/every-response.ts';

/** How answers announce that an operation ends: in the right form, and when the contract says so. */
export function deprecationResponseChecks(contract: Contract): readonly ResponseCheck[] {
  const endings = new Map(operationsIn(contract).map(({ id, ending }) => [id, ending]));
  return [
    everyResponse(
      {
        id: 'deprecation/deprecation-is-a-date',
        rule: 'Sends `Deprecation` as one date of structured fields, such as `@1798761600`.',
        strength: 'standard',
        source: 'RFC 9745 2.1',
      },
      (answer) => {
        const { deprecation } = announcementOf(answer.exchange);
        if (deprecation === undefined || deprecation.at !== undefined) return undefined;
        return broken(answer, '@ and seconds', deprecation.text);
      },
    ),
    everyResponse(
      {
        id: 'deprecation/sunset-is-a-date',
        rule: 'Sends `Sunset` as one HTTP date, such as `Sat, 01 Jan 2028 00:00:00 GMT`.',
        strength: 'standard',
        source: 'RFC 8594 3',
      },
      (answer) => {
        const { sunset } = announcementOf(answer.exchange);
        if (sunset === undefined || sunset.at !== undefined) return undefined;
        return broken(answer, 'a date of HTTP', sunset.text);
      },
    ),
    everyResponse(
      {
        id: 'deprecation/sunset-is-not-earlier',
        rule: 'Sends a `Sunset` date that is not earlier than the `Deprecation` date.',
        strength: 'standard',
        source: 'RFC 9745 4',
      },
      (answer) => {
        const { deprecation, sunset } = announcementOf(answer.exchange);
        if (deprecation?.at === undefined || sunset?.at === undefined) return undefined;
        if (sunset.at >= deprecation.at) return undefined;
        return broken(answer, `not before ${new Date(deprecation.at).toUTCString()}`, sunset.text);
      },
    ),
    everyOperationResponse(
      {
        id: 'deprecation/matches-the-contract',
        rule: 'Sends the deprecation date, sunset date and link that the contract gives for an operation, and otherwise no dates.',
        strength: 'decided',
        source: 'versioning',
      },
      (answer) => {
        const ending = endings.get(answer.operation);
        const announcement = announcementOf(answer.exchange);
        return ending === undefined ? wrongly(answer, announcement) : wanting(answer, announcement, ending);
      },
    ),
    everyOperationResponse(
      {
        id: 'deprecation/sunset-is-in-the-future',
        rule: 'Sends a `Sunset` date that is in the future.',
        strength: 'observed',
        source: 'versioning',
      },
      (answer) => {
        const { sunset } = announcementOf(answer.exchange);
        if (sunset?.at === undefined || sunset.at > answer.exchange.startedAt) return undefined;
        return broken(answer, 'a day to come', sunset.text);
      },
    ),
  ];
}

function wrongly(answer: Answer, { deprecation, sunset }: Announcement): Failure | undefined {
  const told = deprecation ?? sunset;
  return told && broken(answer, 'neither Deprecation nor Sunset', told.text);
}

function wanting(answer: Answer, { deprecation, sunset, links }: Announcement, ending: Ending): Failure[] {
  const key = (header: string) => ({ key: `${answer.operation} ${header}` });
  const failures: Failure[] = [];
  if (deprecation === undefined || (deprecation.at !== undefined && deprecation.at !== ending.since)) {
    const expected = `Deprecation: @${ending.since / 1000}`;
    failures.push(broken(answer, expected, deprecation?.text ?? 'none', key('Deprecation')));
  }
  if (sunset === undefined || (sunset.at !== undefined && sunset.at !== ending.sunset)) {
    const expected = `Sunset: ${new Date(ending.sunset).toUTCString()}`;
    failures.push(broken(answer, expected, sunset?.text ?? 'none', key('Sunset')));
  }
  const leads = links.some(
    ({ target, relations }) => target === ending.link && relations.includes('deprecation'),
  );
  if (!leads) {
    const got = links.map(({ target }) => `<${target}>`).join(', ');
    failures.push(broken(answer, `Link: <${ending.link}>; rel="deprecation"`, got || 'none', key('Link')));
  }
  return failures;
}
