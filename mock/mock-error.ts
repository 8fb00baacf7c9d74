import type { Reason } from '../server/http/problem.ts';

/** The test wants something that the mock does not have. The message says what the mock has. */
export class MockError extends Error {
  /** Of the response, where a request is the cause. */
  readonly reason: Reason;

  constructor(message: string, reason: Reason = 'malformed_request') {
    super(message);
    this.name = 'MockError';
    this.reason = reason;
  }
}

/** A scenario has reset the connection, without a response. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed: the mock reset the connection');
    this.name = 'ConnectionReset';
  }
}
