import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';
import { fetchBelow } from './transport.ts';

/** The part of Playwright's `Route` that is used. */
interface PlaywrightRoute {
  request(): {
    url(): string;
    method(): string;
    allHeaders(): Promise<Record<string, string>>;
    postData(): string | null;
  };
  fulfill(response: {
    status: number;
    headers: Record<string, string>;
    body: string;
  }): Promise<void>;
  abort(errorCode?: string): Promise<void>;
}

/** The part of Playwright's `Page` or `BrowserContext` that is used. */
export interface PlaywrightPage {
  route(
    matches: (url: URL) => boolean,
    handler: (route: PlaywrightRoute) => Promise<void>,
  ): Promise<unknown>;
}

/**
 * Lets the mock respond to the requests of a page, or of all pages of a context. Requests to other addresses are sent.
 *
 * @param baseUrl where the page expects the service, with its path if it has one.
 * @example
 * await routeToMock(page, createMock(), 'https://api.example.com/access');
 */
export async function routeToMock(
  page: PlaywrightPage,
  mock: Mock,
  baseUrl: string,
): Promise<void> {
  const base = baseUrl.replace(/\/$/, '');
  await page.route(
    ({ href }) => ['/v1/', '/__mock/'].some((path) => href.startsWith(base + path)),
    async (route) => {
      const request = route.request();
      const init = {
        method: request.method(),
        headers: await request.allHeaders(),
        body: request.postData(),
      };
      try {
        const response = await fetchBelow(base, mock, new Request(request.url(), init));
        const { status, headers } = response;
        await route.fulfill({
          status,
          headers: Object.fromEntries(headers),
          body: await response.text(),
        });
      } catch (error) {
        if (!(error instanceof ConnectionReset)) throw error;
        await route.abort('connectionreset');
      }
    },
  );
}
