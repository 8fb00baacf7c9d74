import {
  type Exchange,
  type Failure,
  hasResponse,
  mismatch,
  type RawRequest,
  type Request,
  type SendSettings,
  skipCheck,
} from '../../../../engine/index.ts';
import { failures } from '../responses/verdicts.ts';
import type { ServiceContext } from '../service-context.ts';
import { generateRequest } from './operation-requests.ts';

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

export function appendHeaderLines(...lines: readonly string[]): (text: string) => string {
  return (text) => text.replace('\r\n\r\n', `\r\n${lines.join('\r\n')}\r\n\r\n`);
}

export function removeHeaderLine(name: string): (text: string) => string {
  return (text) => text.replace(new RegExp(`\\r\\n${name}:[^\\r]*`, 'i'), '');
}

export function chunked(text: string): string {
  const end = text.indexOf('\r\n\r\n') + 4;
  const body = text.slice(end);
  const head = appendHeaderLines('Transfer-Encoding: chunked')(
    removeHeaderLine('Content-Length')(text.slice(0, end)),
  );
  return `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** Whether the server read a part of the request as a second request and responded to it. A 400 does not count. */
function respondsTwice({ response }: Exchange): boolean {
  const later = Buffer.from(response?.rest ?? []).toString('latin1');
  return /^HTTP\/1\.[01] (?!400)\d{3}/.test(later) && !/"code"\s*:\s*400\b/.test(later);
}

/** Changes to the text of a request, by a name for the report. */
export type Changes = Readonly<Record<string, (text: string) => string>>;

// How long to wait for a response, which a server need not send. Long enough for a busy machine, on which no other check runs.
const timeoutMs = 3_000;
/** How long to wait for a second response. */
export const lingerMs = 250;

export const withLength = (value: string) => (text: string) =>
  appendHeaderLines(`Content-Length: ${value}`)(removeHeaderLine('Content-Length')(text));
export const lengthOf = (text: string) => text.length - text.indexOf('\r\n\r\n') - 4;

/** A failure for each changed request that succeeded. To close the connection without a response counts as a rejection. */
export function mustRejectChanges(
  context: ServiceContext,
  token: string | undefined,
  changes: Changes,
) {
  return eachChange(changes, async (key, change) => {
    const exchange = await send(context, token, change, { timeoutMs, endAfterSending: true });
    return hasResponse(exchange)
      ? { exchange, failure: context.mustBeRejected(exchange, key) }
      : { exchange };
  });
}

export function mustRespondOnce(context: ServiceContext, token: string, changes: Changes) {
  return eachChange(changes, async (key, change) => {
    const exchange = await send(context, token, change, { timeoutMs, lingerMs });
    if (!respondsTwice(exchange)) return { exchange };
    const got = 'a response to the request inside';
    return { exchange, failure: mismatch('one response', got, [exchange], key) };
  });
}

interface Judged {
  readonly exchange: Exchange;
  readonly failure?: Failure | undefined;
}

async function eachChange(
  changes: Changes,
  judge: (key: string, change: (text: string) => string) => Promise<Judged>,
): Promise<readonly Failure[]> {
  const judged = await Promise.all(
    Object.entries(changes).map(([key, change]) => judge(key, change)),
  );
  const found = failures(judged.map(({ failure }) => failure));
  const isSilent = ({ exchange }: Judged) =>
    !hasResponse(exchange) && exchange.error?.kind === 'timeout';
  if (found.length === 0 && judged.some(isSilent))
    skipCheck(
      `no response in ${timeoutMs / 1000} s: the server rejects the request silently, or is slow`,
    );
  return found;
}

function send(
  context: ServiceContext,
  token: string | undefined,
  change: (text: string) => string,
  settings: SendSettings,
): Promise<Exchange> {
  return context.target.send(altered(context, generateRequest(token), change, settings));
}
