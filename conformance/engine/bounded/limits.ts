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

/** For what the proxy passes on. */
export const proxyLimits = {
  /** Of a request, and of a response. */
  headBytes: 256 * kibibyte,
  /** Interim responses before the one to a request. */
  interim: 100,
  /** Requests at a time of which a copy is kept, of up to 3 MiB. */
  copied: 64,
  /** Of copies that wait to be judged. */
  waitingBytes: 32 * mebibyte,
  /** How often the process that judges them is started again. */
  restarts: 20,
} as const;

/** For what a run must not show. */
export const secretLimits = {
  /** Of those that the server issued, how many are looked for in every coding. */
  issued: 1_000,
  /** Of all. */
  all: 4_000,
  /** Of others, which are looked for as they are. */
  plainCharacters: 2 * mebibyte,
} as const;

/** For patterns of documents. */
export const patternLimits = {
  /** Of the pattern. */
  length: 20_000,
  /** For a text, where the pattern is not linear. */
  ms: 250,
  /** Until the other thread begins. */
  startMs: 5000,
  /** The longest text that is made by a pattern. */
  madeText: 10_000,
  /** How many are kept. */
  known: 10_000,
} as const;

/** For a value that is made by a schema. */
export const sampleLimits = {
  /** Values and parts of schemas, in one attempt to make it. */
  steps: 10_000,
  /** In all attempts. */
  allSteps: 40_000,
  characters: mebibyte,
  depth: 30,
} as const;

/** For a schema that is used to judge values. */
export const schemaLimits = {
  /** With all schemas that it contains and refers to. Those of Stripe have 5,300, and take a second to compile. */
  schemas: 10_000,
  /** That apply to one and the same value, each as often as it does. */
  schemasAtOnce: 10_000,
  /** Of a list of values, those that are tried. */
  listed: 1_000,
} as const;

/** For a document and each file of it. */
export const documentLimits = {
  /** GitHub's document has 70 MB without references. */
  bytes: 100 * mebibyte,
  /** The parser of YAML needs 15 times as much memory. */
  yamlBytes: 24 * mebibyte,
  /** With anchors. The parser looks through all of them for each alias. */
  aliases: 20_000,
  /** Of values, each as often as an alias repeats it. */
  values: 10_000_000,
  /** Objects and arrays around a value. */
  depth: 500,
} as const;
