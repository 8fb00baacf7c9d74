import {
  type CompletedExchange,
  decided,
  type Failure,
  memoize,
  notJudged,
  observed,
  type ResponseCheck,
  standard,
} from '../../engine/index.ts';
import { type Contract, type DeprecationPlan, operationsIn } from './support/contract-document.ts';
import {
  everyOperationResponse,
  everyResponse,
  failureOf,
  type ReceivedResponse,
  responseChecks,
} from './support/responses/every-response.ts';

export function deprecationResponseChecks(contract: Contract): readonly ResponseCheck[] {
  const plans = new Map(operationsIn(contract).map(({ id, plan }) => [id, plan]));
  return responseChecks(standard('RFC 9745 2.1'), {
    'deprecation/deprecation-is-a-date': everyResponse({
      rule: 'Sends `Deprecation` as one structured date, such as `@1798761600`.',
      inspect: (received) => {
        const { deprecation } = announcementOf(received.exchange);
        if (deprecation === undefined) return notJudged;
        if (deprecation.at !== undefined) return undefined;
        return failureOf(received, '@ and a number of seconds', deprecation.text);
      },
    }),
    'deprecation/sunset-is-a-date': everyResponse({
      rule: 'Sends `Sunset` as one HTTP date, such as `Sat, 01 Jan 2028 00:00:00 GMT`.',
      ...standard('RFC 8594 3'),
      inspect: (received) => {
        const { sunset } = announcementOf(received.exchange);
        if (sunset === undefined) return notJudged;
        return sunset.at !== undefined
          ? undefined
          : failureOf(received, 'an HTTP date', sunset.text);
      },
    }),
    'deprecation/sunset-is-not-earlier': everyResponse({
      rule: 'Sends a `Sunset` date that is not earlier than the `Deprecation` date.',
      ...standard('RFC 9745 4'),
      inspect: (received) => {
        const { deprecation, sunset } = announcementOf(received.exchange);
        if (deprecation?.at === undefined || sunset?.at === undefined) return notJudged;
        if (sunset.at >= deprecation.at) return undefined;
        return failureOf(
          received,
          `not before ${new Date(deprecation.at).toUTCString()}`,
          sunset.text,
        );
      },
    }),
    'deprecation/matches-the-contract': everyOperationResponse({
      rule: 'Sends the dates and links of the contract for a deprecated operation, and none for others.',
      ...decided('versioning'),
      inspect: (received) => {
        const plan = plans.get(received.operation);
        const announcement = announcementOf(received.exchange);
        if (plan !== undefined) return missingHeaders(received, announcement, plan);
        const sentDate = announcement.deprecation ?? announcement.sunset;
        return sentDate && failureOf(received, 'neither Deprecation nor Sunset', sentDate.text);
      },
    }),
    'deprecation/sunset-is-in-the-future': everyOperationResponse({
      rule: 'Sends a `Sunset` date that is in the future.',
      ...observed('versioning'),
      inspect: (received) => {
        const { sunset } = announcementOf(received.exchange);
        if (sunset?.at === undefined) return notJudged;
        if (sunset.at > received.exchange.startedAt) return undefined;
        return failureOf(received, 'a date in the future', sunset.text);
      },
    }),
  });
}

function missingHeaders(
  received: ReceivedResponse,
  { deprecation, sunset, links }: ReturnType<typeof announcementOf>,
  plan: DeprecationPlan,
): Failure[] {
  const key = (header: string) => ({ key: `${received.operation} ${header}` });
  const dates = [
    ['Deprecation', deprecation, plan.since, `@${plan.since / 1000}`],
    ['Sunset', sunset, plan.sunset, new Date(plan.sunset).toUTCString()],
  ] as const;
  const failures: Failure[] = [];
  for (const [name, sent, at, text] of dates) {
    if (sent === undefined || (sent.at !== undefined && sent.at !== at))
      failures.push(failureOf(received, `${name}: ${text}`, sent?.text ?? 'none', key(name)));
  }
  const hasLink = links.some(
    ({ target, relations }) => target === plan.link && relations.includes('deprecation'),
  );
  if (!hasLink) {
    const got = links.map(({ target }) => `<${target}>`).join(', ');
    failures.push(
      failureOf(received, `Link: <${plan.link}>; rel="deprecation"`, got || 'none', key('Link')),
    );
  }
  return failures;
}

const announcementOf = memoize(({ response }: CompletedExchange) => {
  const dateIn = (name: string, read: (text: string) => number | undefined) => {
    const lines = response.headerAll(name);
    // Neither header is a list, so clients may disagree about which of two lines counts.
    const text = lines.join(', ');
    // In milliseconds since 1970; `undefined` when the text is malformed.
    return lines.length === 0 ? undefined : { text, at: read(text) };
  };
  return {
    deprecation: dateIn('deprecation', readDate),
    sunset: dateIn('sunset', readHttpDate),
    links: readLinks(response.headerAll('link').join(', ')),
  };
});

/** A Date of structured fields (RFC 9651, 3.3.7). Parameters are ignored. */
function readDate(text: string): number | undefined {
  const [, seconds] = /^ *@(-?\d{1,15})(?: *;[^,]*)? *$/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** The preferred format of HTTP dates (RFC 9110, 5.6.7). */
function readHttpDate(text: string): number | undefined {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? at : undefined;
}

/** The target and the relations of each link (RFC 8288, 3). One `rel` may name several relations. */
function readLinks(text: string) {
  const links = text.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g,
  );
  return [...links].map(([, target = '', parameters = '']) => {
    const [, quoted, plain = ''] =
      /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { target, relations: (quoted ?? plain).toLowerCase().split(/\s+/) };
  });
}
