/** `demo`: the accounts are public. `mock`: also `Prefer` selects the response. */
export type Purpose = 'demo' | 'mock';

/** The service that served a page. */
export interface Served {
  readonly baseUrl: string;
  /** `undefined` for a service with real accounts. */
  readonly purpose: Purpose | undefined;
}

/**
 * The service that served this page. `undefined` when the host only serves files. The service describes itself in headers of
 * its docs, so the page requests itself again. A request to the API would fail on a host without a service, and browsers log
 * failures to the console.
 */
export async function findService(page: string): Promise<Served | undefined> {
  try {
    const { headers } = await fetch(page, { method: 'HEAD', credentials: 'omit', cache: 'no-store' });
    const baseUrl = readLink(headers.get('link') ?? '', page);
    const purpose = headers.get('account-access-purpose');
    return baseUrl === undefined
      ? undefined
      : { baseUrl, purpose: purpose === 'demo' || purpose === 'mock' ? purpose : undefined };
  } catch {
    return undefined;
  }
}

// RFC 8288, 3.2: the anchor is what the link is about; RFC 8631, 4.2: the link leads to its description.
function readLink(link: string, page: string): string | undefined {
  const [, anchor] = /;\s*rel="?service-desc"?\s*;\s*anchor="([^"]*)"/i.exec(link) ?? [];
  return anchor === undefined ? undefined : new URL(anchor, page).href.replace(/\/$/, '');
}
