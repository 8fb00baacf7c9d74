import type { CompletedExchange } from '../../../check.ts';
import type { Response } from '../../../http/exchange.ts';
import { memoize } from '../memoize.ts';

/** What the headers `Deprecation`, `Sunset` and `Link` of an answer say. */
export interface Announcement {
  readonly deprecation: Told | undefined;
  readonly sunset: Told | undefined;
  /** Where each link leads, and by which relations. */
  readonly links: readonly { readonly target: string; readonly relations: readonly string[] }[];
}

export interface Told {
  readonly text: string;
  /** Milliseconds since 1970; `undefined` when it is not written as its standard says. */
  readonly at: number | undefined;
}

export function announcementOf({ response }: CompletedExchange): Announcement {
  return announcementIn(response);
}

const announcementIn = memoize((response: Response): Announcement => {
  const told = (name: string, read: (text: string) => number | undefined): Told | undefined => {
    const lines = response.headerAll(name);
    // Neither is a list: of two lines each reader may take another.
    const text = lines.join(', ');
    return lines.length === 0 ? undefined : { text, at: read(text) };
  };
  return {
    deprecation: told('deprecation', readDate),
    sunset: told('sunset', readHttpDate),
    links: readLinks(response.headerAll('link').join(', ')),
  };
});

/** A Date of structured fields with its parameters (RFC 9651, 3.3.7), which are passed over. */
function readDate(text: string): number | undefined {
  const [, seconds] = /^ *@(-?\d{1,15})(?: *;[^,]*)? *$/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** The one form in which HTTP dates are sent (RFC 9110, 5.6.7). */
function readHttpDate(text: string): number | undefined {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? at : undefined;
}

/** RFC 8288, 3: of each link the target and its relations, several in one `rel`. */
function readLinks(text: string): Announcement['links'] {
  const links = text.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g,
  );
  return [...links].map(([, target = '', parameters = '']) => {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { target, relations: (quoted ?? plain).toLowerCase().split(/\s+/) };
  });
}
