import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';

/** The part of msw's `http` that is used. Pass `http` itself. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { readonly request: Request }) => Promise<Response>): Handler;
}

/**
 * Handlers for msw 2. They leave requests to other addresses to other handlers.
 *
 * @example
 * const server = setupServer(...mswHandlers(http, createMock(), 'http://127.0.0.1:4010'));
 */
export function mswHandlers<Handler>(http: MswHttp<Handler>, mock: Mock, baseUrl: string): Handler[] {
  const respond = async ({ request }: { readonly request: Request }) => {
    try {
      return await mock.fetch(request);
    } catch (error) {
      // msw treats this as a network failure.
      if (error instanceof ConnectionReset) return Response.error();
      throw error;
    }
  };
  return ['/v1/*', '/__mock/*'].map((path) => http.all(baseUrl.replace(/\/$/, '') + path, respond));
}
