import type { Exchange } from '../../../http/exchange.ts';
import type { RawRequest, Request, SendSettings } from '../../../http/request.ts';
import type { ServiceContext } from '../service-context.ts';

/** A request whose bytes are changed as Latin-1 text, for requests that `Request` cannot express. */
export function altered(
  { target }: Pick<ServiceContext, 'target'>,
  request: Request,
  change: (text: string) => string,
  settings: SendSettings = {},
): RawRequest {
  const text = change(Buffer.from(target.encode(request)).toString('latin1'));
  return { bytes: Buffer.from(text, 'latin1'), settings: { ...request.settings, ...settings } };
}

/** Adds these lines to the end of the head, unchanged. */
export function appendHeaderLines(...lines: readonly string[]): (text: string) => string {
  return (text) => text.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);
}

export function removeHeaderLine(name: string): (text: string) => string {
  return (text) => text.replace(new RegExp(`\\r\\n${name}:[^\\r]*`, 'i'), '');
}

/** Sends the body in the chunked coding, without a length. */
export function chunked(text: string): string {
  const end = text.indexOf('\r\n\r\n') + 4;
  const body = text.slice(end);
  const head = appendHeaderLines('Transfer-Encoding: chunked')(
    removeHeaderLine('Content-Length')(text.slice(0, end)),
  );
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** Whether the server read a part of the request as a second request and responded to it. A 400 does not count. */
export function respondsTwice({ response }: Exchange): boolean {
  const later = Buffer.from(response?.rest ?? []).toString('latin1');
  return /^HTTP\/1\.[01] (?!400)\d{3}/.test(later) && !/"code"\s*:\s*400\b/.test(later);
}
