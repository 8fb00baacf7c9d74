/** The mock was asked for something that it does not have. The message says what there is. */
export class MockError extends Error {}

/** The connection ends without an answer, as a scenario wants it. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed: the mock reset the connection');
    this.name = 'ConnectionReset';
  }
}
