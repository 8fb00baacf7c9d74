import type { Exchange } from '../../../http/exchange.ts';
import type { RawRequest, Request, SendSettings } from '../../../http/request.ts';
import type { ServiceContext } from '../service-context.ts';

/** The octets of a request, changed as text of one octet a character: what a `Request` cannot say. */
export function altered(
  { target }: Pick<ServiceContext, 'target'>,
  request: Request,
  change: (text: string) => string,
  settings: SendSettings = {},
): RawRequest {
  const text = change(Buffer.from(target.encode(request)).toString('latin1'));
  return { bytes: Buffer.from(text, 'latin1'), settings: { ...request.settings, ...settings } };
}

/** With these lines at the end of the head, as they are. */
export function appendHeaderLines(...lines: readonly string[]): (text: string) => string {
  return (text) => text.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);
}

export function removeHeaderLine(name: string): (text: string) => string {
  return (text) => text.replace(new RegExp(`\\r\\n${name}:[^\\r]*`, 'i'), '');
}

/** The body in the chunked coding, in place of its length. */
export function chunked(text: string): string {
  const end = text.indexOf('\r\n\r\n') + 4;
  const body = text.slice(end);
  const head = appendHeaderLines('Transfer-Encoding: chunked')(
    removeHeaderLine('Content-Length')(text.slice(0, end)),
  );
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/**
 * Whether the server took octets of the request for another request, and answered it. That it cannot read them either (400)
 * is no answer to them.
 */
export function respondsTwice({ response }: Exchange): boolean {
  const later = Buffer.from(response?.rest ?? []).toString('latin1');
  return /^HTTP\/1\.[01] (?!400)\d{3}/.test(later) && !/"code"\s*:\s*400\b/.test(later);
}
