/** Errors in a response that a lenient client would hide. */
const protocolErrorKinds = {
  'bare-line-feed': 'a line of the head ends in LF without CR',
  'bare-carriage-return': 'a line of the head contains a CR',
  'folded-header': 'a header is continued on the next line',
  'malformed-header': 'a line of the head is not `name: value`',
  'malformed-status-line': 'the status line is not `HTTP/1.1 nnn reason`',
  'duplicate-header': 'a header that may occur once occurs twice',
  'content-length-invalid': 'Content-Length is not a number',
  'content-length-contradictory': 'Content-Length is given twice with different values',
  'content-length-and-chunked': 'the head has both Content-Length and Transfer-Encoding',
  'transfer-encoding-unknown': 'Transfer-Encoding is not chunked',
  'bad-chunk': 'the chunked coding is invalid',
  truncated: 'the body ended before the announced length',
  'body-forbidden': 'the response has a body, which its status or method does not allow',
  'extra-bytes': 'bytes follow the end of the response',
  'byte-order-mark': 'the body begins with a byte order mark',
  'invalid-utf8': 'the JSON body is not valid UTF-8',
  'duplicate-field': 'a JSON object has the same field twice',
  'malformed-json': 'the content type is JSON, but the body is not',
} as const satisfies Record<string, string>;

export type ProtocolErrorKind = keyof typeof protocolErrorKinds;

export interface ProtocolError {
  readonly kind: ProtocolErrorKind;
  readonly detail: string;
}
