import type { Fetch } from '../client/index.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** A request as it was sent, and what came of it. */
export interface Exchange {
  readonly at: Date;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  /** Milliseconds until the last of the answer, or until it was plain that none comes. */
  readonly took: number;
  /** `undefined` when there was no answer that this page may read. */
  readonly answer: Answer | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface Recorder {
  /** Sends like `send`, and remembers. */
  readonly fetch: Fetch;
  /** What was sent last, once it has ended; `undefined` when nothing was. */
  exchange(): Promise<Exchange | undefined>;
}

/** `prefer` is what to ask of a mock. */
export function createRecorder(send: Fetch, prefer: string | undefined): Recorder {
  let recorded: Promise<Exchange> | undefined;
  return {
    fetch: (request) => {
      if (prefer !== undefined) request.headers.set('Prefer', prefer);
      const copy = request.clone();
      const started = performance.now();
      // The answer is whole before the client sees it: what the client has done with, it takes back.
      const answering = send(request).then(async (response) => ({
        response,
        answer: {
          status: response.status,
          headers: [...response.headers],
          body: await response.clone().text(),
        },
      }));
      recorded = record(
        copy,
        started,
        // No answer is an outcome like any other here; the client says which.
        answering.then(({ answer }) => answer).catch(() => undefined),
      );
      return answering.then(({ response }) => response);
    },
    exchange: async () => recorded,
  };
}

async function record(
  request: Request,
  started: number,
  answering: Promise<Answer | undefined>,
): Promise<Exchange> {
  const at = new Date();
  const answer = await answering;
  const took = performance.now() - started;
  const { method, url, headers } = request;
  return { at, method, url: new URL(url), headers: [...headers], body: await request.text(), took, answer };
}
