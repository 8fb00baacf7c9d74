const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What is kept of a response. A server may send more; the run reads on for a while, and then closes the connection. */
export const responseLimits = {
  headBytes: 256 * kibibyte,
  headLines: 500,
  /** Responses before the final one (1xx). */
  interim: 20,
  /** Of a body, without its codings. It is judged only if it is not longer. */
  bodyBytes: mebibyte,
  /** Read and thrown away, so that the connection can be used again. */
  bytesAfterBody: mebibyte,
  /** That follow a response on a connection that is kept open to see them. */
  lingeringBytes: 64 * kibibyte,
  protocolErrors: 100,
  duplicateFields: 100,
  /** Objects and arrays around a value. */
  jsonDepth: 500,
  /** Of a stream that does not end, and how long after its head. */
  streamBytes: 64 * kibibyte,
  streamMs: 500,
} as const;
