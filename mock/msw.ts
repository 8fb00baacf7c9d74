import type { Mock } from './create-mock.ts';
import { ConnectionReset } from './mock-error.ts';

/** The part of msw's `http` that is used: pass `http` itself. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { readonly request: Request }) => Promise<Response>): Handler;
}

/**
 * Handlers for msw 2: `setupServer(...mswHandlers(http, createMock(), 'http://127.0.0.1:4010'))`. What goes to other
 * addresses is left to other handlers.
 */
export function mswHandlers<Handler>(http: MswHttp<Handler>, mock: Mock, baseUrl: string): Handler[] {
  const answer = async ({ request }: { readonly request: Request }) => {
    try {
      return await mock.fetch(request);
    } catch (error) {
      // What msw takes for a failure of the network.
      if (error instanceof ConnectionReset) return Response.error();
      throw error;
    }
  };
  return ['/v1/*', '/__mock/*'].map((path) => http.all(baseUrl.replace(/\/$/, '') + path, answer));
}
