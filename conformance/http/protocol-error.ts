/** Everything wrong with an answer that a forgiving client would hide. */
const protocolErrorKinds = {
  'bare-line-feed': 'a line of the head ends in LF without CR',
  'bare-carriage-return': 'a CR stands inside a line of the head',
  'folded-header': 'a header is continued on the next line',
  'malformed-header': 'a line of the head is not `name: value`',
  'malformed-status-line': 'the status line is not `HTTP/1.1 nnn reason`',
  'duplicate-header': 'a header that may occur once occurs again',
  'content-length-invalid': 'Content-Length is not a number',
  'content-length-contradictory': 'Content-Length is given twice with different values',
  'content-length-and-chunked': 'Content-Length beside Transfer-Encoding',
  'transfer-encoding-unknown': 'Transfer-Encoding is not chunked',
  'bad-chunk': 'the chunked coding is broken',
  truncated: 'the body ended before the announced length',
  'body-forbidden': 'a body was sent where the status or method allows none',
  'extra-bytes': 'octets follow the end of the answer',
  'byte-order-mark': 'the body begins with a byte order mark',
  'invalid-utf8': 'the JSON body is not valid UTF-8',
  'duplicate-field': 'a JSON object names a member twice',
  'malformed-json': 'the content type is JSON and the body is not',
} as const satisfies Record<string, string>;

export type ProtocolErrorKind = keyof typeof protocolErrorKinds;

export interface ProtocolError {
  readonly kind: ProtocolErrorKind;
  readonly detail: string;
}
