const maxBytes = 1024 * 1024;

/** The response is longer than any of the contract. */
export class ResponseTooLarge extends Error {
  constructor() {
    super('The response is longer than 1 MiB');
  }
}

/** The same response, whose body fails with `ResponseTooLarge` when it is too long. The download then ends. */
export function limitBody(response: Response): Response | undefined {
  const { body, status, statusText, headers } = response;
  // A redirect in a browser has no body either, and no status that a new response could have.
  if (body === null || status < 200) return undefined;
  let length = 0;
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > maxBytes) controller.error(new ResponseTooLarge());
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limited), { status, statusText, headers });
}
