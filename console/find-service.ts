/**
 * The base address of the service that this page came from; `undefined` when the host has pages alone. The service says so
 * in a header of its docs, which is asked for once more: any request of the API itself would be a failure, which browsers
 * write into their consoles, where there is no service.
 */
export async function findService(page: string): Promise<string | undefined> {
  try {
    const { headers } = await fetch(page, { method: 'HEAD', credentials: 'omit', cache: 'no-store' });
    return readLink(headers.get('link') ?? '', page);
  } catch {
    return undefined;
  }
}

// RFC 8288, 3.2: the anchor is what the link is about; RFC 8631, 4.2: the link leads to its description.
function readLink(link: string, page: string): string | undefined {
  const [, anchor] = /;\s*rel="?service-desc"?\s*;\s*anchor="([^"]*)"/i.exec(link) ?? [];
  return anchor === undefined ? undefined : new URL(anchor, page).href.replace(/\/$/, '');
}
