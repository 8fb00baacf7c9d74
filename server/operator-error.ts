/** Something that the operator must fix. The message is one line that says what to do, and has no secret in it. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperatorError';
  }
}
