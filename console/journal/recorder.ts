import type { Fetch } from '../../client/index.ts';

type Headers = readonly (readonly [name: string, value: string])[];

export interface Exchange {
  readonly at: Date;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  /** Milliseconds until the end of the response, or until the request failed. */
  readonly took: number;
  /** `undefined` when there was no response, or the page may not read it. */
  readonly response: ReceivedResponse | undefined;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** @param prefer the header `Prefer` for a mock */
export function createRecorder(send: Fetch, prefer: string | undefined) {
  let recorded: Promise<Exchange> | undefined;
  return {
    /** Sends like `send`, and records the exchange. */
    fetch: (request: Request) => {
      if (prefer !== undefined) request.headers.set('Prefer', prefer);
      const copy = request.clone();
      const [at, started] = [new Date(), performance.now()];
      // Reads the whole response before the client gets it, because the client may abort the request afterwards.
      const sending = send(request).then(async (response) => ({
        response,
        received: {
          status: response.status,
          headers: [...response.headers],
          body: await response.clone().text(),
        },
      }));
      // A request without a response is recorded too; the client reports why there is none.
      const ended = sending.then(({ received }) => received).catch(() => undefined);
      recorded = ended.then(async (response) => {
        const took = performance.now() - started;
        const { method, url, headers } = copy;
        const body = await copy.text();
        return { at, method, url: new URL(url), headers: [...headers], body, took, response };
      });
      return sending.then(({ response }) => response);
    },
    /** The last exchange, when it has ended. `undefined` when nothing was sent. */
    exchange: async () => recorded,
  };
}
