import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';
import { fetchBelow } from './transport.ts';

/** The part of msw's `http` that is used. Pass `http` itself. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { readonly request: Request }) => Promise<Response>): Handler;
}

/**
 * Handlers for msw 2. They leave requests to other addresses to other handlers.
 *
 * @param baseUrl where the code that you test expects the service, with its path if it has one.
 * @example
 * const server = setupServer(...mswHandlers(http, createMock(), 'https://api.example.com/access'));
 */
export function mswHandlers<Handler>(
  http: MswHttp<Handler>,
  mock: Mock,
  baseUrl: string,
): Handler[] {
  const base = baseUrl.replace(/\/$/, '');
  const respond = async ({ request }: { readonly request: Request }) => {
    try {
      return await fetchBelow(base, mock, request);
    } catch (error) {
      // msw treats this as a network failure.
      if (error instanceof ConnectionReset) return Response.error();
      throw error;
    }
  };
  return ['/v1/*', '/__mock/*'].map((path) => http.all(base + path, respond));
}
