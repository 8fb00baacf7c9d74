import type { RequestListener } from 'node:http';

/** A listener whose requests wait until there is somebody to serve them. */
export interface Opening {
  readonly listener: RequestListener;
  open(listener: RequestListener): void;
}

export function createOpening(): Opening {
  const waiting: (() => void)[] = [];
  let listen: RequestListener = (request, response) => {
    waiting.push(() => listen(request, response));
  };
  return {
    listener: (request, response) => listen(request, response),
    open: (listener) => {
      listen = listener;
      for (const serve of waiting) serve();
    },
  };
}
