/** The client wants something that the mock does not have. The message says what the mock has. */
export class MockError extends Error {}

/** A scenario has reset the connection, without a response. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed: the mock reset the connection');
    this.name = 'ConnectionReset';
  }
}
