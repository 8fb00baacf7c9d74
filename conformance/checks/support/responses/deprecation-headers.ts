import type { CompletedExchange } from '../../../check.ts';
import type { Response } from '../../../http/exchange.ts';
import { memoize } from '../../../memoize.ts';

/** The content of the response headers `Deprecation`, `Sunset` and `Link`. */
export interface Announcement {
  readonly deprecation: AnnouncedDate | undefined;
  readonly sunset: AnnouncedDate | undefined;
  /** The target and the relations of each link. */
  readonly links: readonly { readonly target: string; readonly relations: readonly string[] }[];
}

export interface AnnouncedDate {
  readonly text: string;
  /** Milliseconds since 1970; `undefined` when the text is malformed. */
  readonly at: number | undefined;
}

export function announcementOf({ response }: CompletedExchange): Announcement {
  return announcementIn(response);
}

const announcementIn = memoize((response: Response): Announcement => {
  const dateIn = (name: string, read: (text: string) => number | undefined): AnnouncedDate | undefined => {
    const lines = response.headerAll(name);
    // Neither header is a list, so clients may disagree about which of two lines counts.
    const text = lines.join(', ');
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
function readLinks(text: string): Announcement['links'] {
  const links = text.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*!#$&+.^`|~-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g,
  );
  return [...links].map(([, target = '', parameters = '']) => {
    const [, quoted, plain = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    return { target, relations: (quoted ?? plain).toLowerCase().split(/\s+/) };
  });
}
